import type { Transaction } from "kysely";
import type { AuditKind } from "#shared/audit/audit.ts";
import type { NoticeKind } from "#shared/notices/notices.ts";
import type { WebhookEvent, WebhookIds } from "#shared/webhooks/webhook-events.ts";
import type { JobData, JobName, ScheduledJob } from "../jobs/job-data.ts";
import type { MailData, MailRequest, MailTemplate } from "../mail/mail-content.ts";
import type { DB } from "./database.generated.ts";

/** A null user is a visitor. */
export interface Actor {
  userId: string | null;
  /** Admin rights withheld until two-factor is passed. */
  isAdminWithheld?: boolean;
  /** Of the key that a program called with, for the audit. */
  apiKeyId?: string;
  /** PostgreSQL refuses every write. */
  isReadOnly?: boolean;
  /** The moment of the request, which rights may depend on; the database's own by default. */
  at?: Date;
  /**
   * The primary's log was here when the request came: a replica that holds it may answer. `undefined` means that the primary
   * answers.
   */
  asOf?: string | undefined;
}

export type AuditDetails = Record<string, string | number | boolean | null>;

/** Written by the owner right before the commit, in the same transaction. */
export interface Effects {
  /** @param actorId defaults to the transaction's actor. */
  audit(kind: AuditKind, subjectId: string | null, details?: AuditDetails, actorId?: string | null): void;
  mail<Template extends MailTemplate>(template: Template, data: MailData[Template]): void;
  /** Tells a person inside the app. @param subjectId the record it is about. @param pence that the person was paid. */
  notify(personId: string, kind: NoticeKind, subjectId?: string, pence?: number): void;
  /** Tells other systems, by the webhooks that are there then. */
  publish<Event extends WebhookEvent>(event: Event, ids: WebhookIds<Event>): void;
  /** Runs a one-off job once, soon after `at` or when the next process starts. */
  schedule<Name extends JobName>(job: Name, data: JobData[Name], at: Date): void;
}

/** Queues in the caller's transaction, which has to run as the owner: done if it commits, not at all otherwise. */
export interface Queue {
  enqueueMail(tx: Transaction<DB>, requests: readonly MailRequest[]): Promise<void>;
  schedule(tx: Transaction<DB>, jobs: readonly ScheduledJob[]): Promise<void>;
}

type Work<Result> = (tx: Transaction<DB>, effects: Effects) => Promise<Result>;

export type AsActor = <Result>(actor: Actor, work: Work<Result>) => Promise<Result>;

/** Bypasses row-level security: for auth, jobs and ops. */
export type AsOwner = <Result>(actorId: string | null, work: Work<Result>) => Promise<Result>;
