import { sql } from "kysely";
import { Gauge, type Registry } from "prom-client";
import type { Database } from "../db/connect.ts";

interface QueueState {
  queue: string;
  waiting: number;
  scheduled: number;
  active: number;
  failed: number;
  oldest_seconds: number;
}

/** Registers queue and database gauges. @returns refreshes them, before each scrape. */
export function observeQueue(db: Database, registers: Registry[]): () => Promise<void> {
  const jobs = new Gauge({
    name: "kindling_queue_jobs",
    help: "Jobs of all processes by name: waiting, scheduled for later, active, and given up but not deleted yet (failed).",
    labelNames: ["queue", "state"],
    registers,
  });
  const oldest = new Gauge({
    name: "kindling_queue_oldest_seconds",
    help: "For how long the oldest job has been waiting.",
    labelNames: ["queue"],
    registers,
  });
  const up = new Gauge({ name: "kindling_database_up", help: "1 when the database answered this reading.", registers });
  return async () => {
    const states = await readQueues(db).catch(() => undefined);
    up.set(states ? 1 : 0);
    jobs.reset();
    oldest.reset();
    for (const { queue, oldest_seconds, ...counts } of states ?? []) {
      oldest.labels(queue).set(oldest_seconds);
      for (const [state, count] of Object.entries(counts)) jobs.labels(queue, state).set(count);
    }
  };
}

async function readQueues(db: Database): Promise<QueueState[]> {
  const { rows } = await sql<QueueState>`
    select queue.name as queue,
           count(*) filter (where ${isWaiting}) as waiting,
           count(*) filter (where ${isScheduled}) as scheduled,
           count(*) filter (where job.state = 'active') as active,
           count(*) filter (where job.state = 'failed') as failed,
           coalesce(extract(epoch from now() - min(job.created_on)
             filter (where ${isWaiting})), 0)::float8 as oldest_seconds
      from pgboss.queue left join pgboss.job on job.name = queue.name
     where queue.name not like '\\_\\_pgboss%'
     group by queue.name`.execute(db);
  return rows;
}

const isScheduled = sql`job.state = 'created' and job.start_after > now()`;
const isWaiting = sql`job.state in ('created', 'retry') and not (${isScheduled})`;
