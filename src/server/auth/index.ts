import { sql } from "kysely";
import type { Logger } from "pino";
import type { OwnerContext } from "../context.ts";
import type { AsOwner } from "../platform/db/types.ts";
import { type JobContext, nightly } from "../platform/jobs/job.ts";
import { accountMails } from "./account/mails.ts";
import { purgeAccounts } from "./account/purge-accounts.ts";
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
