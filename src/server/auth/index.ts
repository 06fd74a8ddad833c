import type { OwnerContext } from "../context.ts";
import { type JobContext, nightly } from "../platform/jobs/job.ts";
import { exportRoutes } from "./account/export/routes.ts";
import { accountMails } from "./account/mails.ts";
import { purgeAccounts } from "./account/purge-accounts.ts";
import { removeExpiredRecords } from "./account/remove-expired-records.ts";
import { accountRoutes } from "./account/routes.ts";
import { apiKeyMails } from "./api-keys/mails.ts";
import { apiKeyRoutes } from "./api-keys/routes.ts";
import { emailChangeJobs } from "./email-change/jobs.ts";
import { emailChangeMails } from "./email-change/mails.ts";
import { emailChangeRoutes } from "./email-change/routes.ts";
import { googleRoutes } from "./google/google-routes.ts";
import { passkeyRoutes } from "./passkeys/routes.ts";
import { passwordMails } from "./passwords/mails.ts";
import { passwordRoutes } from "./passwords/routes.ts";
import { registrationMails } from "./registration/mails.ts";
import { registrationRoutes } from "./registration/routes.ts";
import { sessionMails } from "./sessions/mails.ts";
import { sessionRoutes } from "./sessions/routes.ts";
import { signInLinkMails } from "./sign-in-links/mails.ts";
import { signInLinkRoutes } from "./sign-in-links/routes.ts";
import { signingRoutes } from "./signing/routes.ts";
import { tokenRoutes } from "./tokens/token-routes.ts";
import { twoFactorMails } from "./two-factor/mails.ts";
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
