import type { Transaction } from "kysely";
import type { ScheduledJob } from "../jobs/job-data.ts";
import type { MailRequest } from "../mail/mail-request.ts";
import type { DB } from "./database.generated.ts";
import type { AuditDetails, Effects, Queue } from "./types.ts";

/** `write` must run as the owner, in the same transaction. */
export function collectEffects(actorId: string | null, queue: Queue) {
  const audits: { kind: string; subject_id: string | null; details: AuditDetails; actor_id: string | null }[] = [];
  const mails: MailRequest[] = [];
  const jobs: ScheduledJob[] = [];
  const effects: Effects = {
    audit: (kind, subjectId, details = {}, auditActorId = actorId) =>
      audits.push({ actor_id: auditActorId, kind, subject_id: subjectId, details }),
    mail: (template, data) => mails.push({ template, ...data } as MailRequest),
    schedule: (job, data, at) => jobs.push({ job, data, at }),
  };
  return {
    effects,
    hasEffects: () => audits.length + mails.length + jobs.length > 0,
    write: async (tx: Transaction<DB>): Promise<void> => {
      if (audits.length > 0) await tx.insertInto("audit_events").values(audits).execute();
      if (mails.length > 0) await queue.enqueueMail(tx, mails);
      if (jobs.length > 0) await queue.schedule(tx, jobs);
    },
  };
}
