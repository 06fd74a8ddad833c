import { sql, type Transaction } from "kysely";
import type { Logger } from "pino";
import type { OwnerContext } from "../context.ts";
import type { DB } from "../platform/db/database.generated.ts";
import type { AsOwner } from "../platform/db/types.ts";
import { type JobContext, nightly } from "../platform/jobs/job.ts";
import { type DeletionContext, deleteAccount } from "./account/delete-account.ts";
import { accountMails } from "./account/mails.ts";
import { accountRoutes, exportRoutes } from "./account/routes.ts";
import { apiKeyRoutes } from "./api-keys/routes.ts";
import { emailChangeMails } from "./email-change/mails.ts";
import { emailChangeJobs, emailChangeRoutes } from "./email-change/routes.ts";
import { googleRoutes } from "./google/google-routes.ts";
import {
  apiKeyMails,
  passwordMails,
  registrationMails,
  sessionMails,
  signInLinkMails,
  twoFactorMails,
} from "./mails.ts";
import { passkeyRoutes } from "./passkeys/routes.ts";
import { passwordRoutes } from "./passwords/routes.ts";
import { registrationRoutes } from "./registration/routes.ts";
import { sessionRoutes } from "./sessions/routes.ts";
import { signInLinkRoutes } from "./sign-in-links/routes.ts";
import { signingRoutes } from "./signing/routes.ts";
import { tokenRoutes } from "./tokens/token-routes.ts";
import { twoFactorRoutes } from "./two-factor/two-factor-routes.ts";

export const routes = [
  sessionRoutes,
  passwordRoutes,
  twoFactorRoutes,
  passkeyRoutes,
  signInLinkRoutes,
  googleRoutes,
  tokenRoutes,
  apiKeyRoutes,
  accountRoutes,
  emailChangeRoutes,
  exportRoutes,
  registrationRoutes,
  signingRoutes,
];

/** A session is kept this long after its expiry; the row holds an IP address and a user agent. */
const expiredSessionDays = 1;
/** After an invitation's expiry, or an import without a registration. */
const unusedInvitationDays = 90;
const unusedImportDays = 180;
const noticeDays = 365;
const clientErrorDays = 14;
const endedApiKeyDays = 90;

/** Retention periods as stated on the privacy page. */
export async function removeExpiredRecords(asOwner: AsOwner, now: Date, log: Pick<Logger, "info">): Promise<void> {
  const olderThan = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);
  const counts = await asOwner(null, async (tx, effects) => {
    const sessions = await tx
      .deleteFrom("auth.sessions")
      .where("expires_at", "<", olderThan(expiredSessionDays))
      .executeTakeFirst();
    await tx.deleteFrom("auth.verifications").where("expires_at", "<", olderThan(expiredSessionDays)).execute();
    const invitations = await tx
      .deleteFrom("invitations")
      .where("used_at", "is", null)
      .where("expires_at", "<", olderThan(unusedInvitationDays))
      .returning("id")
      .execute();
    // An account without a name of its own displays the imported one.
    const imports = await tx
      .deleteFrom("pending_members")
      .where("created_at", "<", olderThan(unusedImportDays))
      .where(sql<boolean>`not exists (select from auth.users u where u.email = pending_members.email)`)
      .where(
        sql<boolean>`not exists (select from invitations i where i.email = pending_members.email and i.used_at is null)`,
      )
      .returning("id")
      .execute();
    await tx.deleteFrom("notices").where("created_at", "<", olderThan(noticeDays)).execute();
    await tx.deleteFrom("notice_mails").where("created_at", "<", olderThan(noticeDays)).execute();
    await tx.deleteFrom("client_errors").where("last_at", "<", olderThan(clientErrorDays)).execute();
    await tx
      .deleteFrom("auth.api_keys")
      .where(({ fn, ref }) => fn("least", [ref("expires_at"), ref("revoked_at")]), "<", olderThan(endedApiKeyDays))
      .execute();
    const details = { reason: "expired" };
    for (const { id } of invitations) effects.audit("invitation_deleted", id, details);
    for (const { id } of imports) effects.audit("imported_member_deleted", id, details);
    return { sessions: Number(sessions.numDeletedRows), invitations: invitations.length, imports: imports.length };
  });
  log.info(counts, "expired records deleted");
}

/** The privacy page promises three months: at least 89 days, minus a margin for missed nights. */
const terminatedAccountDays = 85;

/** Since registration, for an unverified e-mail; approved accounts are kept. */
const unverifiedAccountDays = 90;

/** A pending deletion request is executed this long before its deadline. */
const dueWithinDays = 1;

type Purge = DeletionContext & Pick<OwnerContext, "db"> & { log: Logger };

interface DueAccount {
  user_id: string;
  reason: "requested" | "terminated" | "unverified";
}

/** Deletes accounts with a due deletion request, a rejected or ended membership, or an unverified e-mail. */
export async function purgeAccounts({ db, log, ...given }: Purge): Promise<void> {
  const { now } = given;
  const { rows: due } = await sql<DueAccount>`
    select user_id, 'requested' as reason from deletion_requests
     where due_at <= ${now()}::timestamptz + make_interval(days => ${dueWithinDays})
    union all
    select user_id, 'terminated' from user_roles where ${isTerminated(now())}
    union all
    select id, 'unverified' from auth.users where ${isUnverified(now())}`.execute(db);
  let failures = 0;
  for (const { user_id, reason } of due) {
    try {
      await deleteAccount(given, user_id, { actorId: null, reason }, (tx) => isStillDue[reason](tx, user_id, now()));
    } catch (error) {
      // Continue with the other accounts.
      failures++;
      log.error({ err: error, user_id }, "account deletion failed");
    }
  }
  if (due.length > failures) log.info({ count: due.length - failures }, "expired accounts deleted");
  if (failures > 0) throw new Error(`${failures} accounts could not be deleted.`);
}

const isTerminated = (now: Date) => sql<boolean>`role = 'member' and not is_admin_person(user_id)
  and case when status = 'rejected' then approved_at else ended_at end
      <= ${now}::timestamptz - make_interval(days => ${terminatedAccountDays})`;

async function isStillRequested(tx: Transaction<DB>, userId: string): Promise<boolean> {
  const request = tx.selectFrom("deletion_requests").select("id").where("user_id", "=", userId);
  return Boolean(await request.executeTakeFirst());
}

async function isStillTerminated(tx: Transaction<DB>, userId: string, now: Date): Promise<boolean> {
  const membership = tx.selectFrom("user_roles").select("id").where("user_id", "=", userId).where(isTerminated(now));
  return Boolean(await membership.forUpdate().executeTakeFirst());
}

const isUnverified = (now: Date) => sql<boolean>`not email_verified
  and created_at <= ${now}::timestamptz - make_interval(days => ${unverifiedAccountDays})
  and not exists (select from admin_emails a where a.user_id = auth.users.id)
  and not exists (select from user_roles r where r.user_id = auth.users.id and r.status = 'approved')
  and not exists (select from deletion_requests d where d.user_id = auth.users.id)`;

async function isStillUnverified(tx: Transaction<DB>, userId: string, now: Date): Promise<boolean> {
  const account = tx.selectFrom("auth.users").select("id").where("auth.users.id", "=", userId).where(isUnverified(now));
  return Boolean(await account.executeTakeFirst());
}

const isStillDue = { requested: isStillRequested, terminated: isStillTerminated, unverified: isStillUnverified };

export const jobs = {
  "expired-records": nightly(({ asOwner, now, log }: JobContext) => removeExpiredRecords(asOwner, now(), log)),
  "purge-accounts": nightly((context: OwnerContext) => purgeAccounts(context)),
  ...emailChangeJobs,
};

export const mails = {
  ...accountMails,
  ...apiKeyMails,
  ...emailChangeMails,
  ...passwordMails,
  ...registrationMails,
  ...sessionMails,
  ...signInLinkMails,
  ...twoFactorMails,
};
