import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { tooOftenMessage } from "#shared/errors.ts";
import type { NoticeKind } from "#shared/notices/notices.ts";
import type { WebhookEvent } from "#shared/webhooks/webhook-events.ts";
import { HttpError } from "../http/http-error.ts";
import type { ScheduledJob } from "../jobs/job-data.ts";
import type { MailRequest } from "../mail/mail-content.ts";
import type { DB } from "./database.generated.ts";
import { writeOwnNotices } from "./notice-facts.ts";
import type { AuditDetails, Effects, Queue } from "./types.ts";

interface Notice {
  user_id: string;
  kind: NoticeKind;
  subject_id: string | null;
  pence: number | undefined;
}

interface PublishedEvent {
  id: string;
  type: WebhookEvent;
  ids: Record<string, string>;
}

/** `write` must run as the owner, in the same transaction. @param apiKeyId is added to the details of what it did. */
export function collectEffects(actorId: string | null, queue: Queue, apiKeyId?: string) {
  const byKey: AuditDetails = apiKeyId ? { api_key_id: apiKeyId } : {};
  const audits: { kind: string; subject_id: string | null; details: AuditDetails; actor_id: string | null }[] = [];
  const mails: MailRequest[] = [];
  const jobs: ScheduledJob[] = [];
  const notices: Notice[] = [];
  const events: PublishedEvent[] = [];
  const effects: Effects = {
    audit: (kind, subjectId, details = {}, auditActorId = actorId) =>
      audits.push({ actor_id: auditActorId, kind, subject_id: subjectId, details: { ...details, ...byKey } }),
    mail: (template, data) => mails.push({ template, ...data } as MailRequest),
    notify: (personId, kind, subjectId, pence) =>
      notices.push({ user_id: personId, kind, subject_id: subjectId ?? null, pence }),
    publish: (type, ids) => events.push({ id: randomUUID(), type, ids }),
    schedule: (job, data, at) => jobs.push({ job, data, at }),
  };
  return {
    effects,
    hasEffects: () => audits.length + notices.length + mails.length + events.length + jobs.length > 0,
    write: async (tx: Transaction<DB>): Promise<void> => {
      if (audits.length > 0) {
        await tx.insertInto("audit_events").values(audits).execute();
        await refuseFlood(tx, audits);
      }
      if (notices.length > 0) await insertNotices(tx, notices);
      if (mails.length > 0) await queue.enqueueMail(tx, mails);
      for (const event of events) jobs.push(...(await insertDeliveries(tx, event)));
      if (jobs.length > 0) await queue.schedule(tx, jobs);
    },
  };
}

/** Rows of one kind by one person in an hour. Nobody can delete a row of the audit. */
const mostAuditsPerHour = 60;

/** Bounded by the limits of signing in, and nobody is kept from signing out. */
const unbounded = new Set(["session_ended", "signed_in", "signed_out", "tokens_issued"]);

/** Undoes what would fill the audit: each row is evidence, so none is left out. Admins act on many. @throws HttpError 429 */
async function refuseFlood(
  tx: Transaction<DB>,
  audits: readonly { kind: string; actor_id: string | null }[],
): Promise<void> {
  const counted = audits.filter(({ actor_id, kind }) => actor_id !== null && !unbounded.has(kind));
  if (counted.length === 0) return;
  const { rows } = await sql`
    select w.kind from (select distinct * from unnest(${counted.map(({ actor_id }) => actor_id)}::uuid[],
                                                      ${counted.map(({ kind }) => kind)}::text[])) w (actor_id, kind)
     where (select count(*) from (select from audit_events e
                                   where e.actor_id = w.actor_id and e.kind = w.kind and e.created_at > now() - interval '1 hour'
                                   limit ${mostAuditsPerHour + 1}) recent) > ${mostAuditsPerHour}
       and not is_admin_person(w.actor_id)`.execute(tx);
  if (rows.length === 0) return;
  throw new HttpError("rate_limited", tooOftenMessage, { headers: { "Retry-After": "3600" } });
}

/** A parameter for each column, not for each value: a statement takes 65,535. */
async function insertNotices(tx: Transaction<DB>, notices: readonly Notice[]): Promise<void> {
  const each = <Value>(of: (notice: Notice) => Value) => notices.map(of);
  const texts = await writeOwnNotices(tx, notices);
  await sql`insert into notices (user_id, kind, subject_id, text, created_at)
    select n.user_id, n.kind, n.subject_id, n.text, app_now()
      from unnest(${each(({ user_id }) => user_id)}::uuid[], ${each(({ kind }) => kind)}::text[],
                  ${each(({ subject_id }) => subject_id)}::uuid[], ${texts}::text[])
           with ordinality as n (user_id, kind, subject_id, text, position)
     order by n.position`.execute(tx);
}

/** @returns the jobs that send them. */
async function insertDeliveries(tx: Transaction<DB>, { id, type, ids }: PublishedEvent): Promise<ScheduledJob[]> {
  const { rows } = await sql<{ id: string; occurred_at: Date }>`
    insert into webhook_deliveries (endpoint_id, event_id, event_type, data)
    select e.id, ${id}, ${type}, ${JSON.stringify(ids)} from webhook_endpoints e
     where e.switched_off_at is null and ${type} = any (e.events)
    returning id, occurred_at`.execute(tx);
  return rows.map((row) => ({ job: "webhook-delivery", data: { delivery_id: row.id }, at: row.occurred_at }));
}
