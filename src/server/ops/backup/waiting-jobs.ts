import { type ClientBase, escapeLiteral } from "pg";
import { type JobInsert, PgBoss } from "pg-boss";
import { jobs as definitions } from "../../jobs.ts";
import { type DatabaseAddress, pgOptions } from "../../platform/db/database-address.ts";
import { createJobs } from "../../platform/jobs/jobs.ts";
import { createLog } from "../start/create-log.ts";
import { type ClubTable, qualified } from "./backup-format.ts";

/** What has to be known of a job to queue it elsewhere; the rest is the queue's own, and differs from version to version. */
export const waitingJobs: ClubTable = {
  schema: "pgboss",
  name: "job",
  columns: ["id", "name", "data", "priority", "start_after", "singleton_key"],
};

export const qualifiedQueue = qualified(waitingJobs);

/** Those that were not done when the snapshot was taken, also when somebody was just about them. */
export const isWaiting = "state::text in ('created', 'retry', 'active')";

const batchSize = 500;

export async function hasQueue(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query("select to_regclass($1) is not null as is_there", [qualifiedQueue]);
  return rows[0]?.is_there;
}

/** Makes the queue's own tables as a club does at its start. */
export async function prepareQueue(address: DatabaseAddress): Promise<void> {
  const queue = createJobs({ address, definitions, log: createLog("silent") });
  await queue.start();
  await queue.stop();
}

export async function emptyQueue(client: ClientBase): Promise<void> {
  await client.query(`delete from ${qualifiedQueue}`);
}

/**
 * Queues the jobs of a table that has the columns above, each under its own id, in the caller's transaction.
 * @returns the names of queues that there are none of any more, whose jobs are left out.
 */
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
