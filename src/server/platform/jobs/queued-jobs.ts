import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { List } from "#shared/lists.ts";
import type { QueuedJob, QueuedJobQuery } from "#shared/system/system.ts";
import type { DB } from "../db/database.generated.ts";
import { fromCursor, isAfter, newestFirst, toCursor } from "../http/keyset-page.ts";
import { scrubText } from "../scrub-text.ts";
import { bulkMailQueue, mailQueue } from "./mail-queue.ts";

interface Row {
  id: string;
  queue: string;
  template: string | null;
  state: "created" | "retry" | "active" | "completed" | "cancelled" | "failed";
  created_at: Date;
  start_after: Date;
  completed_on: Date | null;
  retries: number;
  reason: string | null;
}

const states = {
  created: "waiting",
  retry: "waiting",
  active: "running",
  completed: "done",
  cancelled: "done",
  failed: "failed",
} as const;
const order = newestFirst("created_at");

/** Of all queues, newest first: names and reasons only, no recipients. */
export async function listJobs(db: Kysely<DB>, { state, cursor, limit }: QueuedJobQuery): Promise<List<QueuedJob>> {
  const wanted = Object.entries(states).flatMap(([name, shown]) => (!state || shown === state ? [name] : []));
  const position = fromCursor(order, cursor);
  const rows = await readJobs(
    db,
    sql`state::text = any(${wanted}) and ${position ? isAfter(order, position) : sql`true`}`,
    limit + 1,
  );
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items: items.map(toJob), next_cursor: rows.length > limit && last ? toCursor(order, last) : null };
}

/** @returns undefined unless it has failed. */
export async function retryJob(tx: Transaction<DB>, id: string): Promise<QueuedJob | undefined> {
  await sql`update pgboss.job
               set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, start_after = now()
             where id = ${id} and state = 'failed'`.execute(tx);
  const [job] = await readJobs(tx, sql`id = ${id} and state = 'retry'`, 1);
  return job && toJob(job);
}

/**
 * Mails of a message to members are stopped with it, under Messages: a row of its own says what became of each.
 * @returns what is gone: undefined while it runs, and once it is done.
 */
export async function discardJob(tx: Transaction<DB>, id: string): Promise<QueuedJob | undefined> {
  const [job] = await readJobs(tx, sql`id = ${id}`, 1);
  if (!job || !toJob(job).can.discard) return undefined;
  const gone =
    await sql`delete from pgboss.job where id = ${id} and state in ('created', 'retry', 'failed') returning id`.execute(
      tx,
    );
  return gone.rows.length > 0 ? toJob(job) : undefined;
}

/** The newest of a mail template. */
export async function findMail(db: Kysely<DB>, template: string): Promise<QueuedJob | null> {
  const [job] = await readJobs(db, sql`queue = ${mailQueue} and template = ${template}`, 1);
  return job ? toJob(job) : null;
}

async function readJobs(db: Kysely<DB>, condition: RawBuilder<unknown>, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select * from (
      select id, name as queue, data ->> 'template' as template, state, date_trunc('milliseconds', created_on) as created_at,
             start_after, completed_on, retry_count as retries, coalesce(output ->> 'reason', output ->> 'message') as reason
        from pgboss.job where name not like '\\_\\_pgboss%') job
     where ${condition} order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

function toJob({ id, queue, template, state, created_at, start_after, completed_on, retries, reason }: Row): QueuedJob {
  const shown = states[state];
  const isMail = queue === mailQueue || queue === bulkMailQueue;
  return {
    id,
    kind: isMail ? "mail" : "job",
    name: isMail ? (template ?? "") : queue,
    state: shown,
    created_at: created_at.toISOString(),
    at: (shown === "waiting" ? start_after : completed_on)?.toISOString() ?? null,
    retries,
    reason: shown === "done" || reason === null ? null : scrubText(reason),
    can: { retry: state === "failed", discard: queue !== bulkMailQueue && (shown === "waiting" || shown === "failed") },
  };
}
