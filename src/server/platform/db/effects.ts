import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { noticeRules } from "#shared/notice-rules.ts";
import { isAllowed } from "#shared/notice-topics.ts";
import type { NoticeKind } from "#shared/notices.ts";
import type { WebhookEvent } from "#shared/webhook-events.ts";
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
      if (audits.length > 0) await tx.insertInto("audit_events").values(audits).execute();
      if (notices.length > 0) await insertNotices(tx, notices);
      if (mails.length > 0) await queue.enqueueMail(tx, mails);
      for (const event of events) jobs.push(...(await insertDeliveries(tx, event)));
      if (jobs.length > 0) await queue.schedule(tx, jobs);
    },
  };
}

/** Not to those who want to hear nothing of its topic. A parameter for each column, not for each value: a statement takes 65,535. */
async function insertNotices(tx: Transaction<DB>, notices: readonly Notice[]): Promise<void> {
  const each = <Value>(of: (notice: Notice) => Value) => notices.map(of);
  const texts = await writeOwnNotices(tx, notices);
  await sql`insert into notices (user_id, kind, subject_id, text, created_at)
    select n.user_id, n.kind, n.subject_id, n.text, app_now()
      from unnest(${each(({ user_id }) => user_id)}::uuid[], ${each(({ kind }) => kind)}::text[],
                  ${each(({ subject_id }) => subject_id)}::uuid[], ${texts}::text[],
                  ${each(({ kind }) => refusableTopic(kind))}::text[])
           with ordinality as n (user_id, kind, subject_id, text, topic, position)
     where not exists (select from notice_choices c
                        where c.user_id = n.user_id and c.topic = n.topic and c.choice = 'never')
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

/** Null for what is owed. */
function refusableTopic(kind: NoticeKind): string | null {
  const { about } = noticeRules[kind];
  return isAllowed(about, "never") ? about : null;
}
