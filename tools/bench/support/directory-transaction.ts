import { type CompiledQuery, Kysely, PostgresDialect } from "kysely";
import { escapeLiteral, Pool } from "pg";
import { directoryPage } from "#server/features/profiles/queries.ts";
import type { DB } from "#server/platform/db/database.generated.ts";
import { type DatabaseEndpoint, pgOptions } from "#server/platform/db/database-address.ts";
import { directoryQuerySchema } from "#shared/profiles.ts";

/** What the club asks PostgreSQL for the first page of the directory, as this person, in a script for pgbench. */
export async function directoryTransaction(database: DatabaseEndpoint, personId: string): Promise<string> {
  const statements = await statementsOf(database);
  const settings = `select set_config('role', 'club_member', true), set_config('app.user_id', '${personId}', true)`;
  return ["begin", settings, ...statements, "commit"].map((statement) => `${statement};\n`).join("");
}

async function statementsOf(database: DatabaseEndpoint): Promise<string[]> {
  const statements: string[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: new Pool(pgOptions(database)) }),
    log: ({ query }) => {
      statements.push(inOneText(query));
    },
  });
  await directoryPage(db, directoryQuerySchema.parse({}));
  await db.destroy();
  return statements;
}

const inOneText = ({ sql, parameters }: Pick<CompiledQuery, "sql" | "parameters">): string =>
  sql.replace(/\$(\d+)/g, (_, position) => literalOf(parameters[Number(position) - 1]));

function literalOf(value: unknown): string {
  if (value === null) return "null";
  return typeof value === "number" ? String(value) : escapeLiteral(String(value));
}
