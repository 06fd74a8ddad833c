import type { Client } from "pg";
import { findAppliedMigrations } from "./applied-migrations.ts";
import { countRows, findClubTables } from "./club-tables.ts";
import { OperatorError } from "./operator-error.ts";
import { hasQueue, isWaiting, qualifiedQueue } from "./waiting-jobs.ts";
import { countOf } from "./words.ts";

/** What stands where a club is to be restored. */
export interface FoundClub {
  /** Tables are there, if only empty ones. */
  isMade: boolean;
  rows: number;
  /** For the operator: how many rows of what; empty when there are none. */
  words: string;
}

const namedTables = 5;

/** @throws OperatorError when the database is another program's, which nothing here may empty. */
export async function findClub(client: Client): Promise<FoundClub> {
  const tables = await findClubTables(client);
  const isMade = (await findAppliedMigrations(client)).length > 0;
  if (!isMade && tables.length > 0) {
    const names = tables.map(({ schema, name }) => `${schema}.${name}`).join(", ");
    throw new OperatorError(
      `This database holds tables that are no club's (${names}). Give the club a database of its own.`,
    );
  }
  const counts: [string, number][] = [];
  for (const table of tables) counts.push([`${table.schema}.${table.name}`, await countRows(client, table)]);
  if (await hasQueue(client)) counts.push(["jobs that wait", await countWaiting(client)]);
  const filled = counts.filter(([, count]) => count > 0).toSorted(([, one], [, other]) => other - one);
  const rows = filled.reduce((sum, [, count]) => sum + count, 0);
  const named = filled.slice(0, namedTables).map(([name, count]) => `${count} of ${name}`);
  const others = filled.length > namedTables ? ", and others" : "";
  return { isMade, rows, words: rows > 0 ? `${countOf(rows, "row")}: ${named.join(", ")}${others}` : "" };
}

async function countWaiting(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${qualifiedQueue} where ${isWaiting}`);
  return Number(rows[0]?.count);
}
