import type { Transaction } from "kysely";
import type { AuditKind } from "#shared/audit.ts";
import type { MailData, MailRequest, MailTemplate } from "../mail/mail-request.ts";
import type { DB } from "./database.generated.ts";

/** Whose rights a transaction runs with; a null user is a visitor. */
export interface Actor {
  userId: string | null;
  /** True for an admin whose session has yet to give the second factor that this club asks of admins. */
  isAdminWithheld?: boolean;
}

export type AuditDetails = Record<string, string | number | boolean | null>;

/** Written by the owner's role right before the commit: with the change, or not at all. */
export interface Effects {
  /** @param actorId the transaction's actor unless given. */
  audit(kind: AuditKind, subjectId: string | null, details?: AuditDetails, actorId?: string | null): void;
  mail<Template extends MailTemplate>(template: Template, data: MailData[Template]): void;
}

export type EnqueueMail = (tx: Transaction<DB>, requests: readonly MailRequest[]) => Promise<void>;

type Work<Result> = (tx: Transaction<DB>, effects: Effects) => Promise<Result>;

/** Runs `work` in one transaction with the actor's rights and no others; rolled back when `work` throws. */
export type AsActor = <Result>(actor: Actor, work: Work<Result>) => Promise<Result>;

/** Runs `work` in one transaction as the database's owner, past all row-level policies. For auth, jobs and ops. */
export type AsOwner = <Result>(actorId: string | null, work: Work<Result>) => Promise<Result>;
