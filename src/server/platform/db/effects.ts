import type { Transaction } from "kysely";
import type { NoticeKind } from "#shared/notices.ts";
import type { ScheduledJob } from "../jobs/job-data.ts";
import type { MailRequest } from "../mail/mail-content.ts";
import type { DB } from "./database.generated.ts";
import type { AuditDetails, Effects, Queue } from "./types.ts";

/** `write` must run as the owner, in the same transaction. */
export function collectEffects(actorId: string | null, queue: Queue) {
  const audits: { kind: string; subject_id: string | null; details: AuditDetails; actor_id: string | null }[] = [];
  const mails: MailRequest[] = [];
  const jobs: ScheduledJob[] = [];
  const notices: { user_id: string; kind: NoticeKind; subject_id: string | null }[] = [];
  const effects: Effects = {
    audit: (kind, subjectId, details = {}, auditActorId = actorId) =>
      audits.push({ actor_id: auditActorId, kind, subject_id: subjectId, details }),
    mail: (template, data) => mails.push({ template, ...data } as MailRequest),
    notify: (personId, kind, subjectId) => notices.push({ user_id: personId, kind, subject_id: subjectId ?? null }),
    schedule: (job, data, at) => jobs.push({ job, data, at }),
  };
  return {
    effects,
    hasEffects: () => audits.length + notices.length + mails.length + jobs.length > 0,
    write: async (tx: Transaction<DB>): Promise<void> => {
      if (audits.length > 0) await tx.insertInto("audit_events").values(audits).execute();
      if (notices.length > 0) await tx.insertInto("notices").values(notices).execute();
      if (mails.length > 0) await queue.enqueueMail(tx, mails);
      if (jobs.length > 0) await queue.schedule(tx, jobs);
    },
  };
}
