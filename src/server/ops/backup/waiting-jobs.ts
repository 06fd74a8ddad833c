import { type ClientBase, escapeLiteral } from "pg";
import { type JobInsert, PgBoss } from "pg-boss";
import { type DatabaseAddress, pgOptions } from "../../platform/db/database-address.ts";
import { createJobs } from "../../platform/jobs/jobs.ts";
import { createLog } from "../start/create-log.ts";
import { type ClubTable, qualified } from "./backup-format.ts";

/** Enough to queue a job elsewhere; other columns vary between pg-boss versions. */
export const waitingJobs: ClubTable = {
  schema: "pgboss",
  name: "job",
  columns: ["id", "name", "data", "priority", "start_after", "singleton_key"],
};

export const qualifiedQueue = qualified(waitingJobs);

/** These jobs were not completed at the snapshot; running ones are included. */
export const isWaiting = "state::text in ('created', 'retry', 'active')";

const batchSize = 500;

export async function hasQueue(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query("select to_regclass($1) is not null as is_there", [qualifiedQueue]);
  return rows[0]?.is_there;
}

/** Creates the queue's tables. The jobs bring every feature, which a backup does not load. */
export async function prepareQueue(address: DatabaseAddress): Promise<void> {
  const { jobs: definitions } = await import("../../jobs.ts");
  const queue = createJobs({ address, definitions, log: createLog("silent") });
  await queue.start();
  await queue.stop();
}

export async function emptyQueue(client: ClientBase): Promise<void> {
  await client.query(`delete from ${qualifiedQueue}`);
}

/** Queues the table's jobs under their ids, in the caller's transaction. @returns unknown queues, whose jobs are skipped. */
export async function queueJobs(client: ClientBase, address: DatabaseAddress, table: string): Promise<string[]> {
  const boss = new PgBoss({ ...pgOptions(address), schema: "pgboss", max: 1, supervise: false, schedule: false });
  boss.on("error", () => {});
  await boss.start();
  try {
    const known = new Set((await boss.getQueues()).map(({ name }) => name));
    const { rows } = await client.query<{ name: string }>(`select distinct name from ${table} order by name`);
    const names = rows.map(({ name }) => name);
    for (const name of names.filter((queue) => known.has(queue))) await queueAllOf(boss, client, table, name);
    return names.filter((name) => !known.has(name));
  } finally {
    await boss.stop({ graceful: false });
  }
}

async function queueAllOf(boss: PgBoss, client: ClientBase, table: string, name: string): Promise<void> {
  const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
  await client.query(
    `declare jobs no scroll cursor for
       select id, coalesce(data, '{}') as data, priority, to_json(start_after) #>> '{}' as "startAfter",
              singleton_key as "singletonKey"
         from ${table} where name = ${escapeLiteral(name)} order by start_after, id`,
  );
  for (;;) {
    const { rows } = await client.query<JobInsert>(`fetch ${batchSize} from jobs`);
    if (rows.length === 0) break;
    await boss.insert(
      name,
      rows.map((row) => ({ ...row, singletonKey: row.singletonKey ?? undefined })),
      { db },
    );
  }
  await client.query("close jobs");
}
