import { Kysely, PostgresDialect, sql } from "kysely";
import { Pool, type PoolClient } from "pg";
import { createAsActor } from "#server/create-context.ts";
import type { DB } from "#server/platform/db/database.generated.ts";
import { pgOptions } from "#server/platform/db/database-address.ts";
import { noQueue } from "./no-queue.ts";
import type { TestDatabase } from "./test-database.ts";

type AsActor = ReturnType<typeof createAsActor>;

/** auto_explain reports plans inside functions as notices. */
export async function watchPlans(database: TestDatabase) {
  const plans: string[] = [];
  const pool = new Pool({ ...pgOptions({ ...database.address, user: "postgres" }), max: 1 });
  pool.on("connect", (client: PoolClient) => {
    client.on("notice", ({ message }) => void (message?.includes("Query Text:") && plans.push(message)));
  });
  const watched = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  for (const setting of ["log_min_duration = 0", "log_nested_statements = on", "log_analyze = on"]) {
    await sql`load 'auto_explain'`.execute(watched);
    await sql.raw(`set auto_explain.${setting}`).execute(watched);
  }
  await sql`set client_min_messages = log`.execute(watched);
  return {
    /** Plans of all statements of `work`. */
    plansOf: async (...[actor, work]: Parameters<AsActor>): Promise<string[]> => {
      plans.length = 0;
      await createAsActor(watched, noQueue)(actor, work);
      return [...plans];
    },
    close: () => watched.destroy(),
  };
}

/** Rows read by the busiest plan node, filtered rows included. */
export const mostRows = (plan: string): number =>
  Math.max(
    ...[...plan.matchAll(/(?:Index|Heap|Seq) Scan .*actual .*rows=([\d.]+)|Rows Removed by .*: (\d+)/g)].map(
      ([, read, unwanted]) => Number(read ?? unwanted),
    ),
  );
