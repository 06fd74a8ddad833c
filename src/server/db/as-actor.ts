import { sql, type Transaction } from "kysely";
import type { AuditKind } from "#shared/audit-events.ts";
import type { MailRequest } from "../mail/mail-request.ts";
import { writeAudit } from "./audit.ts";
import type { Database } from "./connect.ts";
import type { DB } from "./database.generated.ts";

/** Whose rights a transaction runs with; nobody's are a visitor's. */
export interface Actor {
  userId: string | null;
  /** True for an admin whose session has yet to give the second factor that this club asks of admins. */
  isAdminWithheld?: boolean;
}

/** The settings that PostgreSQL's policies read: role, person, admin rights. */
export const settingsOf = ({ userId, isAdminWithheld = false }: Actor) =>
  [userId === null ? "club_visitor" : "club_member", userId ?? "", isAdminWithheld ? "withheld" : ""] as const;

/** What a change leaves behind. It is written by the owner right before the commit: with the change, or not at all. */
export interface Trace {
  audit(kind: AuditKind, subjectId: string | null, details?: Record<string, string | number | boolean | null>): void;
  mail(request: MailRequest): void;
}

export type EnqueueMail = (tx: Transaction<DB>, requests: readonly MailRequest[]) => Promise<void>;

/** Runs `work` in one transaction with the actor's rights and nobody else's; it is undone when `work` throws. */
export type AsActor = <Result>(
  actor: Actor,
  work: (tx: Transaction<DB>, trace: Trace) => Promise<Result>,
) => Promise<Result>;

export function createAsActor(db: Database, enqueueMail: EnqueueMail): AsActor {
  return (actor, work) =>
    db.transaction().execute(async (tx) => {
      const [role, userId, adminRights] = settingsOf(actor);
      await sql`select set_config('role', ${role}, true), set_config('app.user_id', ${userId}, true),
                       set_config('app.admin_rights', ${adminRights}, true)`.execute(tx);
      const audits: Parameters<Trace["audit"]>[] = [];
      const mails: MailRequest[] = [];
      const result = await work(tx, {
        audit: (...audit) => audits.push(audit),
        mail: (request) => mails.push(request),
      });
      if (audits.length + mails.length > 0) {
        await sql`set local role none`.execute(tx);
        await writeAudit(tx, actor.userId, audits);
        await enqueueMail(tx, mails);
      }
      return result;
    });
}
