import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { type CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import { escapeLiteral, Pool } from "pg";
import { directoryPage } from "#server/features/profiles/queries.ts";
import { isTrueWithin } from "#server/ops/embedded-postgres/wait.ts";
import type { DB } from "#server/platform/db/database.generated.ts";
import { type DatabaseEndpoint, pgOptions } from "#server/platform/db/database-address.ts";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { directoryQuerySchema } from "#shared/profiles/profiles.ts";
import type { Measured } from "../../load/send-load.ts";
import { childrenOf, readCpuTime } from "./process-usage.ts";
import type { Club } from "./with-club.ts";

export const isPgbenchInstalled = (): boolean => spawnSync("pgbench", ["--version"]).status === 0;

const endsWithinMilliseconds = 2000;

/** Measures a transaction with PostgreSQL's own bench. @param options of pgbench: protocol, clients and length. */
export async function measurePgbench(
  { database: { host, port, user, database }, postgresPid }: Club,
  transaction: string,
  options: readonly string[],
): Promise<Measured> {
  const processes = { nodePids: [], postgresPid };
  const others = childrenOf(postgresPid).length;
  const before = readCpuTime(processes);
  const place = ["-h", host, "-p", String(port), "-U", user];
  const running = promisify(execFile)("pgbench", [...place, ...options, "-n", "-j", "2", "-f", "-", database]);
  running.child.stdin?.end(transaction);
  const { stdout } = await running;
  // Its backends' time is counted once they have ended, a moment after it.
  await isTrueWithin(endsWithinMilliseconds, () => childrenOf(postgresPid).length <= others);
  const numberAfter = (words: string) => Number(new RegExp(`^${words}([\\d.]+)`, "m").exec(stdout)?.[1]);
  const postgres = readCpuTime(processes).postgres - before.postgres;
  return {
    perSecond: numberAfter("tps = "),
    p50: Number.NaN,
    p99: Number.NaN,
    cpu: { node: 0, postgres: postgres / numberAfter("number of transactions actually processed: "), generator: 0 },
    failures: 0,
  };
}

/** What the club asks PostgreSQL for the first page of the directory, in a script for pgbench. */
export const directoryTransaction = (database: DatabaseEndpoint): Promise<string> =>
  transactionOf(database, sampleAccounts.member.email, (tx) => directoryPage(tx, directoryQuerySchema.parse({})));

/** The statements of the work, as the person asks them, in a script for pgbench. The work itself is rolled back. */
export async function transactionOf(
  database: DatabaseEndpoint,
  email: string,
  work: (tx: Transaction<DB>, userId: string) => Promise<unknown>,
): Promise<string> {
  const statements: string[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: new Pool(pgOptions(database)) }),
    log: ({ query }) => {
      statements.push(withLiterals(query));
    },
  });
  const person = db.selectFrom("auth.users").select("id").where("email", "=", email);
  const { id } = await person.executeTakeFirstOrThrow();
  const tx = await db.startTransaction().execute();
  await sql`select set_config('role', 'club_member', true), set_config('app.user_id', ${id}, true)`.execute(tx);
  statements.length = 0;
  const asked = await work(tx, id)
    .then(() => statements.slice())
    .finally(async () => {
      await tx.rollback().execute();
      await db.destroy();
    });
  const settings = `select set_config('role', 'club_member', true), set_config('app.user_id', '${id}', true)`;
  return ["begin", settings, ...asked, "commit"].map((statement) => `${statement};\n`).join("");
}

const withLiterals = ({ sql, parameters }: Pick<CompiledQuery, "sql" | "parameters">): string =>
  sql.replace(/\$(\d+)/g, (_, position) => {
    const value = parameters[Number(position) - 1];
    if (value === null) return "null";
    if (value instanceof Date) return escapeLiteral(value.toISOString());
    return typeof value === "number" ? String(value) : escapeLiteral(String(value));
  });
