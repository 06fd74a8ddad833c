import type { Readable } from "node:stream";
import type { Kysely, Transaction } from "kysely";
import type { Logger } from "pino";
import type { ApiKeyScope } from "#shared/api-keys/api-keys.ts";
import type { List } from "#shared/lists.ts";
import type { NoticeTopic } from "#shared/notices/notice-topics.ts";
import type { ClientError, QueuedJob, QueuedJobQuery, SenderDomain, SystemState } from "#shared/system/system.ts";
import type { Auth } from "./auth/better-auth.ts";
import type { Keys } from "./auth/derive-keys.ts";
import type { GoogleProvider } from "./auth/google/google-provider.ts";
import type { Limits } from "./auth/limits.ts";
import type { CurrentSession } from "./auth/sessions/session.ts";
import type { UpdateLinks } from "./features/company-updates/update-links.ts";
import type { DocumentChecker } from "./features/deals/room/document-checker.ts";
import type { Watermarker } from "./features/deals/room/watermarker.ts";
import type { AccountLinks } from "./features/funds/accounts/company-account-links.ts";
import type { BankFeeds } from "./features/funds/bank-feeds/bank-feed.ts";
import type { CertificateReader } from "./features/funds/relief/certificate-reader.ts";
import type { Newsletter } from "./features/newsletter/newsletter.ts";
import type { PictureEncoder } from "./features/pictures/picture-encoder.ts";
import type { OpenAdviserPaper } from "./features/portfolio/advisers/adviser-papers.ts";
import type { CountFigures, ReadClub } from "./features/settings/club-settings.ts";
import type { PageSeal } from "./features/statements/page-seal.ts";
import type { WaitingKinds } from "./features/waiting-counts/what-waits.ts";
import type { WebhookSecrets } from "./features/webhooks/webhook-secrets.ts";
import type { Database } from "./platform/db/connect.ts";
import type { DB } from "./platform/db/database.generated.ts";
import type { ReadAs } from "./platform/db/read-as.ts";
import type { Actor, AsActor, AsOwner, Queue } from "./platform/db/types.ts";
import type { FileStore } from "./platform/files/file-store.ts";
import type { FileMaker } from "./platform/http/file-maker.ts";
import type { HttpContext, NodeBindings } from "./platform/http/http-context.ts";
import type { PolicyActor } from "./platform/http/policy.ts";
import type { GuardedSender } from "./platform/http/send-guarded.ts";
import type { MailContext } from "./platform/mail/mail-writer.ts";

/** Features may use this context: every query runs with the actor's rights. */
export interface RequestContext extends HttpContext {
  asActor: AsActor;
  readAs: (actor: Actor) => Kysely<DB>;
  limits: Limits;
  files: FileStore;
  fileMaker: FileMaker;
  pictureEncoder: PictureEncoder;
  certificateReader: CertificateReader;
  watermarker: Watermarker;
  pageSeal: PageSeal;
  webhookSecrets: WebhookSecrets;
  bankFeeds: BankFeeds;
  webhookSender: GuardedSender;
  readClub: ReadClub;
  countFigures: CountFigures;
  deleteAccount: DeleteAccount;
  backups: BackupService;
  system: SystemService;
  newsletter: Newsletter;
  updateLinks: UpdateLinks;
  accountLinks: AccountLinks;
  waitingKinds: WaitingKinds;
  openAdviserPaper: OpenAdviserPaper;
  /** Takes the token of a mail's link. @returns which mails end; undefined for a token of nobody. */
  unsubscribe: (token: string) => Promise<NoticeTopic | undefined>;
  /** Shows its deals under the sample's wording. */
  isSampleClub: boolean;
  /** Admin routes require two-factor. */
  isAdminTwoFactorRequired: boolean;
  now: () => Date;
}

/** Adds the owner's connection, which bypasses row-level security: for auth, jobs and ops only. */
export interface OwnerContext extends Omit<RequestContext, "readAs"> {
  backups: Backups;
  documentChecker: DocumentChecker;
  db: Database;
  readAs: ReadAs;
  hasReplica: boolean;
  asOwner: AsOwner;
  queue: Queue;
  auth: Auth;
  google: GoogleProvider | undefined;
  keys: Keys;
  adminEmails: readonly string[];
  /** Mails are written to files where there is no server. */
  hasMailServer: boolean;
}

/** For auth's mails, whose links contain tokens. */
export interface OwnerMailContext extends MailContext, Pick<OwnerContext, "db" | "keys" | "readAs" | "waitingKinds"> {}

/** Injected into features, which have no owner connection. */
export interface BackupService {
  /** The files that `open` finds are on this machine. */
  host: string;
  /** Makes one in the background. @returns its id, or that of the one which is being made. */
  start(actorId: string): Promise<string>;
  hasFile(name: string): boolean;
  /** @param name of a row of `backups`. @returns undefined when the file is not on this machine. */
  open(name: string): Promise<Readable | undefined>;
}

/** Injected into features, which have no owner connection. */
export interface SystemService {
  read(): Promise<SystemState>;
  /** @param headers of an email of the club that has arrived. */
  readSenderDomain(headers?: string): Promise<SenderDomain>;
  listJobs(query: QueuedJobQuery): Promise<List<QueuedJob>>;
  /** @returns undefined unless it has failed. */
  retryJob(actorId: string, id: string): Promise<QueuedJob | undefined>;
  /** @returns false unless it waits or has failed. */
  discardJob(actorId: string, id: string): Promise<boolean>;
  /** @param keepsNewKind false counts a kind that is not known among the others. */
  countClientError(error: ClientError, keepsNewKind: boolean): Promise<void>;
}

export interface Backups extends BackupService {
  /** Makes one unless there is a recent one, and waits for it. @throws when it failed. */
  makeNightly(): Promise<void>;
  /** Ends the one which is being made. */
  close(): Promise<void>;
}

export interface Caller {
  dependencies: RequestContext;
  actor: Actor & PolicyActor;
}

export interface Environment {
  Bindings: NodeBindings;
  Variables: {
    dependencies: RequestContext;
    requestId: string;
    log: Logger;
    /** Set by the guard. */
    session: CurrentSession | null;
    /** That an API key needs; undefined where keys may not call. */
    keyScope: ApiKeyScope | undefined;
    carriesCodes?: boolean;
    actor: Caller["actor"];
  };
}

export interface Deletion {
  /** The nightly job has no actor. */
  actorId: string | null;
  reason: "requested" | "terminated" | "unverified";
}

export type IsDue = (tx: Transaction<DB>) => Promise<boolean>;

/** Injected into features, which have no owner connection. */
type DeleteAccount = (userId: string, deletion: Deletion, isDue: IsDue) => Promise<boolean>;
