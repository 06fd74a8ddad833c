import { createHash } from "node:crypto";
import { join } from "node:path";
import { sql } from "kysely";
import { deleteAccount } from "./auth/account/delete-account.ts";
import type { PasswordHashingOptions } from "./auth/better-auth.ts";
import { createAuth } from "./auth/better-auth.ts";
import { deriveKeys } from "./auth/derive-keys.ts";
import { createGoogleProvider } from "./auth/google/google-provider.ts";
import { createLimits } from "./auth/limits.ts";
import type { OwnerContext, SystemService } from "./context.ts";
import { createUpdateLinks } from "./features/company-updates/update-links.ts";
import { createDocumentChecker } from "./features/deals/room/document-checker.ts";
import { createWatermarker } from "./features/deals/room/watermarker.ts";
import { createAccountLinks } from "./features/funds/accounts/company-account-links.ts";
import { createBankFeeds } from "./features/funds/bank-feeds/create-bank-feeds.ts";
import { createCertificateReader } from "./features/funds/relief/certificate-reader.ts";
import { createNewsletter } from "./features/newsletter/newsletter.ts";
import { unsubscribe } from "./features/notices/choices.ts";
import { createPictureEncoder } from "./features/pictures/picture-encoder.ts";
import { createAdviserPapers } from "./features/portfolio/advisers/adviser-papers.ts";
import { createClubReader, createFigureCounter, readSettingValues } from "./features/settings/club-settings.ts";
import { createPageSeal } from "./features/statements/page-seal.ts";
import { createWebhookSecrets } from "./features/webhooks/webhook-secrets.ts";
import { collect } from "./features.ts";
import { createBackups } from "./ops/backup/create-backups.ts";
import { readSystem, type SystemFacts } from "./ops/system/read-system.ts";
import { createTxtResolver, type ResolveTxt, readSenderDomain } from "./ops/system/sender-domain.ts";
import { createAsOwner } from "./platform/db/as-owner.ts";
import type { Database, DatabaseSetup } from "./platform/db/connect.ts";
import type { DatabaseAddress } from "./platform/db/database-address.ts";
import { collectEffects } from "./platform/db/effects.ts";
import { createReadinessCheck } from "./platform/db/migrate.ts";
import { type ReadAs, settingsOf } from "./platform/db/read-as.ts";
import type { AsActor, AsOwner, Queue } from "./platform/db/types.ts";
import { createFileStore } from "./platform/files/file-store.ts";
import { createFileMaker } from "./platform/http/file-maker.ts";
import { ownOriginsOf } from "./platform/http/own-origin.ts";
import { type Resolve, resolveName } from "./platform/http/public-address.ts";
import { createGuardedSender } from "./platform/http/send-guarded.ts";
import { discardJob, listJobs, retryJob } from "./platform/jobs/queued-jobs.ts";
import type { Settings } from "./settings.ts";

type Given = Pick<
  OwnerContext,
  | "db"
  | "readAs"
  | "hasReplica"
  | "queue"
  | "log"
  | "metrics"
  | "tracing"
  | "metricsToken"
  | "isStopping"
  | "appUrl"
  | "adminEmails"
  | "isAdminTwoFactorRequired"
  | "isSampleClub"
  | "now"
  | "builtRoot"
  | "contentRevision"
> &
  Pick<
    Settings,
    | "google"
    | "s3"
    | "clamd"
    | "dataDir"
    | "backupsKept"
    | "smtpUrl"
    | "mailFrom"
    | "webhookAllowedHosts"
    | "bankStandInUrl"
  > & {
    address: DatabaseAddress;
    databaseSetup: DatabaseSetup;
    /** As the operator set it, and not where it was generated. */
    operatorsSecret: string | undefined;
    version: string;
    authSecret: string;
    /** Before it, for what it encrypted. */
    previousAuthSecret: string | undefined;
    passwordHashing?: PasswordHashingOptions;
    resolve?: Resolve;
    resolveTxt?: ResolveTxt;
  };

/** Shared by server and tests. */
export function createContext({
  authSecret,
  previousAuthSecret,
  passwordHashing,
  s3,
  clamd,
  address,
  dataDir,
  backupsKept,
  operatorsSecret,
  smtpUrl,
  mailFrom,
  version,
  webhookAllowedHosts,
  bankStandInUrl: standInUrl,
  resolve = resolveName,
  resolveTxt = createTxtResolver(),
  ...given
}: Given): OwnerContext {
  const { db, queue, log, appUrl } = given;
  const keys = deriveKeys(authSecret);
  const hasMailServer = smtpUrl !== undefined;
  const asOwner = createAsOwner(db, queue, given.now);
  const previousKeys = previousAuthSecret ? [deriveKeys(previousAuthSecret)] : [];
  const pageSeal = createPageSeal([keys.statementPages, ...previousKeys.map((key) => key.statementPages)]);
  const webhookSecrets = createWebhookSecrets([keys.webhookSecrets, ...previousKeys.map((key) => key.webhookSecrets)]);
  const feedKeys = [keys.bankFeedTokens, ...previousKeys.map((key) => key.bankFeedTokens)] as const;
  const limits = createLimits(db, asOwner);
  const documentChecker = createDocumentChecker();
  const files = createFileStore(db, log, { s3, clamd, opener: documentChecker });
  const ownOrigins = ownOriginsOf(appUrl);
  const auth = createAuth({
    db,
    asOwner,
    appUrl,
    ownOrigins,
    key: keys.betterAuth,
    legacySecret: authSecret,
    ...(passwordHashing && { passwordHashing }),
    onError: (message) => log.error(message),
    sendVerificationMail: async ({ id: userId, email }) => {
      if (!(await limits.verificationMailsPerEmail.tryTake(email, { userId }))) return;
      await asOwner(null, async (_tx, effects) => {
        effects.audit("verification_mail_requested", userId);
        effects.mail("verification", { user_id: userId });
      });
    },
  });
  const google = given.google && createGoogleProvider(given.google, appUrl);
  const read = () => given.readAs("owner");
  const countFigures = createFigureCounter({ ...given, read });
  const readClub = createClubReader({ ...given, read, countFigures });
  return {
    ...given,
    pageSeal,
    webhookSecrets,
    bankFeeds: createBankFeeds({ ...given, asOwner, keys: feedKeys, standInUrl }),
    webhookSender: createGuardedSender({ ...given, allowedHosts: webhookAllowedHosts, resolve }),
    keys,
    ownOrigins,
    auth,
    google,
    asActor: createAsActor(db, queue),
    asOwner,
    backups: createBackups({ ...given, asOwner, address, dataDir, backupsKept, authSecret: operatorsSecret }),
    assertReady: createReadinessCheck(db, log),
    deleteAccount: (userId, deletion, isDue) =>
      deleteAccount({ asOwner, limits, readClub, now: given.now }, userId, deletion, isDue),
    hasMailServer,
    system: createSystem({
      ...given,
      asOwner,
      dataDir,
      version,
      hasMailServer,
      readSenderDomain: async (headers) => {
        const { identity, emails } = await readSettingValues(read());
        const from = mailFrom ?? identity.info_email;
        const contact = identity.contact_email;
        return readSenderDomain({ from, contact, smtpUrl, selector: emails.dkim_selector, resolveTxt }, headers);
      },
    }),
    waitingKinds: collect("waiting"),
    newsletter: createNewsletter({ ...given, asOwner, limits, keys, hasMailServer }),
    unsubscribe: (token) => unsubscribe({ ...given, asOwner, keys }, token),
    limits,
    files,
    fileMaker: createFileMaker(limits.filesPerPerson),
    updateLinks: createUpdateLinks({ ...given, asOwner, files, limits, keys }),
    accountLinks: createAccountLinks({ ...given, asOwner, keys }),
    openAdviserPaper: createAdviserPapers({ read, readAsVisitor: () => given.readAs({ userId: null }), files }),
    pictureEncoder: createPictureEncoder(),
    documentChecker,
    certificateReader: createCertificateReader(),
    watermarker: createWatermarker(join(given.builtRoot, "fonts/inter-regular.ttf"), log),
    readClub,
    countFigures,
  };
}

export function createAsActor(db: Database, queue: Queue): AsActor {
  return (actor, work) =>
    db.transaction().execute(async (tx) => {
      // The transaction may write later than that moment, so the same request reads from the primary afterwards.
      actor.asOf = undefined;
      const [role, userId, adminRights, now] = settingsOf(actor);
      await sql`select set_config('role', ${role}, true), set_config('app.user_id', ${userId}, true),
                       set_config('app.admin_rights', ${adminRights}, true), set_config('app.now', ${now}, true),
                       set_config('transaction_read_only', ${actor.isReadOnly ? "on" : "off"}, true)`.execute(tx);
      const { effects, hasEffects, write } = collectEffects(actor.userId, queue, actor.apiKeyId);
      const result = await work(tx, effects);
      if (hasEffects()) {
        await sql`set local role none`.execute(tx);
        await write(tx);
      }
      return result;
    });
}

interface Options extends SystemFacts, Pick<SystemService, "readSenderDomain"> {
  db: Database;
  readAs: ReadAs;
  asOwner: AsOwner;
}

/** New kinds of errors beyond this number are counted together. */
const mostClientErrors = 500;

function createSystem({ db, readAs, asOwner, readSenderDomain: readSender, ...facts }: Options): SystemService {
  return {
    readSenderDomain: readSender,
    read: () => readSystem(readAs("owner"), facts),
    listJobs: (query) => listJobs(readAs("owner"), query),
    retryJob: (actorId, id) =>
      asOwner(actorId, async (tx, effects) => {
        const job = await retryJob(tx, id);
        if (job) effects.audit("job_retried", null, { kind: job.kind, name: job.name });
        return job;
      }),
    discardJob: (actorId, id) =>
      asOwner(actorId, async (tx, effects) => {
        const job = await discardJob(tx, id);
        if (job) effects.audit("job_discarded", null, { kind: job.kind, name: job.name });
        return job !== undefined;
      }),
    countClientError: async (error, keepsNewKind) => {
      const fingerprint = createHash("sha256").update(`${error.message}\n${error.stack}\n${error.path}`).digest("hex");
      const now = facts.now();
      const counted = { count: sql<number>`client_errors.count + 1`, last_at: now, build: error.build };
      const again = await db
        .updateTable("client_errors")
        .set(counted)
        .where("fingerprint", "=", fingerprint)
        .returning("id")
        .executeTakeFirst();
      if (again) return;
      const { kinds } = await db
        .selectFrom("client_errors")
        .select((eb) => eb.fn.countAll<string>().as("kinds"))
        .executeTakeFirstOrThrow();
      const values =
        keepsNewKind && Number(kinds) < mostClientErrors
          ? { ...error, fingerprint }
          : { ...error, message: "Other errors", stack: null, path: "/", fingerprint: "other" };
      await db
        .insertInto("client_errors")
        .values({ ...values, created_at: now, last_at: now })
        .onConflict((conflict) => conflict.column("fingerprint").doUpdateSet(counted))
        .execute();
    },
  };
}
