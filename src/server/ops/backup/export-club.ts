import { createHash } from "node:crypto";
import type { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import {
  type BackupHeader,
  type ClubTable,
  closing,
  columnList,
  countLines,
  openingOf,
  qualified,
} from "./backup-format.ts";
import { isLeftOut } from "./club-tables.ts";
import { OperatorError } from "./operator-command.ts";
import { isWaiting, waitingJobs } from "./waiting-jobs.ts";

/**
 * Uncompressed backup: header, rows in COPY's text format, trailer. Streams: only a few rows are in memory. @param counts
 * receives each table's row count, @param onRows the number of rows of each piece.
 */
export async function* exportClub(
  client: Client,
  header: BackupHeader,
  counts: number[],
  onRows: (count: number) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  const sealed = (bytes: Buffer) => {
    hash.update(bytes);
    return bytes;
  };
  yield sealed(Buffer.from(`-- ${JSON.stringify(header)}\n`));
  for (const table of header.tables) {
    yield sealed(Buffer.from(`${openingOf(table)}\n`));
    let rows = 0;
    for await (const bytes of readRows(client, table)) {
      const count = countLines(bytes);
      rows += count;
      onRows(count);
      yield sealed(bytes);
    }
    counts.push(rows);
    yield sealed(Buffer.from(`${closing}\n`));
  }
  yield Buffer.from(`-- ${JSON.stringify({ rows: counts, sha256: hash.digest("hex") })}\n`);
}

async function* readRows(client: Client, table: ClubTable): AsyncGenerator<Buffer> {
  try {
    yield* client.query(copyTo(`copy (${rowsOf(table)}) to stdout`));
  } catch (error) {
    throw new OperatorError(
      `PostgreSQL does not give the rows of ${table.schema}.${table.name}: ${(error as Error).message}.`,
    );
  }
}

function rowsOf(table: ClubTable): string {
  const all = `select ${columnList(table)} from ${qualified(table)}`;
  if (isLeftOut(table)) return `${all} where false`;
  return table === waitingJobs ? `${all} where ${isWaiting}` : all;
}
