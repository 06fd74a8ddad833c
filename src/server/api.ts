import { OpenAPIHono } from "@hono/zod-openapi";
import { createMiddleware } from "hono/factory";
import { deletionRoutes } from "./auth/account/deletion-routes.ts";
import { exportRoutes } from "./auth/account/export/routes.ts";
import { accountRoutes } from "./auth/account/routes.ts";
import { accountSessionRoutes } from "./auth/account/session-routes.ts";
import { apiKeyRoutes } from "./auth/api-keys/routes.ts";
import { emailChangeRoutes } from "./auth/email-change/routes.ts";
import { googleRoutes } from "./auth/google/google-routes.ts";
import { passkeyRoutes } from "./auth/passkeys/routes.ts";
import { passwordRoutes } from "./auth/passwords/routes.ts";
import { authRoutes } from "./auth/passwords/sign-in-routes.ts";
import { registrationRoutes } from "./auth/registration/routes.ts";
import { sessionRoutes } from "./auth/sessions/routes.ts";
import { signInLinkRoutes } from "./auth/sign-in-links/routes.ts";
import { tokenRoutes } from "./auth/tokens/token-routes.ts";
import { twoFactorRoutes } from "./auth/two-factor/two-factor-routes.ts";
import type { Environment } from "./context.ts";
import { auditEventRoutes } from "./features/audit/routes.ts";
import { allocationRoutes } from "./features/commitments/allocation/allocation-routes.ts";
import { topUpRoutes } from "./features/commitments/allocation/top-up-routes.ts";
import { deskCommitmentRoutes } from "./features/commitments/desk-routes.ts";
import { openCommitmentRoutes } from "./features/commitments/open-routes.ts";
import { ownCommitmentRoutes } from "./features/commitments/own-routes.ts";
import { investmentRoutes } from "./features/companies/routes.ts";
import { companyUpdateDeskRoutes } from "./features/company-updates/desk-routes.ts";
import { companyUpdateLinkRoutes } from "./features/company-updates/link-routes.ts";
import { ownCompanyUpdateRoutes } from "./features/company-updates/own-routes.ts";
import { contentFileRoutes } from "./features/content/file-routes.ts";
import { publishedContentRoutes } from "./features/content/published-routes.ts";
import { contentRoutes } from "./features/content/routes.ts";
import { dealCallRoutes } from "./features/deals/call-routes.ts";
import { dealChangeRoutes } from "./features/deals/change-routes.ts";
import { companyLogoRoutes } from "./features/deals/company-logo-routes.ts";
import { companyRoutes } from "./features/deals/company-routes.ts";
import { dealDeskRoutes } from "./features/deals/desk-routes.ts";
import { dealEvidenceRoutes } from "./features/deals/evidence-routes.ts";
import { mailingRoutes } from "./features/deals/mailing-routes.ts";
import { openCallRoutes } from "./features/deals/open-call-routes.ts";
import { openQuestionRoutes } from "./features/deals/open-question-routes.ts";
import { openRoomRoutes } from "./features/deals/open-room-routes.ts";
import { openDealRoutes } from "./features/deals/open-routes.ts";
import { dealQuestionRoutes } from "./features/deals/question-routes.ts";
import { roomRoutes } from "./features/deals/room-routes.ts";
import { dealVersionRoutes } from "./features/deals/version-routes.ts";
import { deletionRequestRoutes } from "./features/deletion-requests/routes.ts";
import { calendarFeedRoutes } from "./features/events/calendar-feed-routes.ts";
import { eventDeskRoutes } from "./features/events/desk-routes.ts";
import { eventRoutes } from "./features/events/routes.ts";
import { collectionAccountRoutes } from "./features/funds/accounts/account-routes.ts";
import { bankLineRoutes } from "./features/funds/bank-lines/line-routes.ts";
import { callRoutes } from "./features/funds/calls/call-routes.ts";
import { ownCallRoutes } from "./features/funds/calls/own-call-routes.ts";
import { closingRoutes } from "./features/funds/closing/closing-routes.ts";
import { completionRoutes } from "./features/funds/completion/completion-routes.ts";
import { paperRoutes } from "./features/funds/completion/paper-routes.ts";
import { exitRoutes } from "./features/funds/exits/exit-routes.ts";
import { ledgerRoutes } from "./features/funds/ledger/ledger-routes.ts";
import { outgoingPaymentRoutes } from "./features/funds/payments/payment-routes.ts";
import { dealReliefRoutes } from "./features/funds/relief/relief-routes.ts";
import { memberImportRoutes } from "./features/imports/routes.ts";
import { introductionReportRoutes } from "./features/introductions/report-routes.ts";
import { introductionRoutes } from "./features/introductions/routes.ts";
import { investorRecordRoutes } from "./features/investor-records/routes.ts";
import { invitationRoutes } from "./features/invitations/routes.ts";
import { membershipRequestRoutes } from "./features/membership-requests/routes.ts";
import { newsletterRoutes } from "./features/newsletter/routes.ts";
import { noticeChoiceRoutes } from "./features/notices/choice-routes.ts";
import { confirmationRoutes } from "./features/notices/confirmation-routes.ts";
import { noticeRoutes } from "./features/notices/routes.ts";
import { userRoleRoutes } from "./features/people/admins/routes.ts";
import { ownTierRoutes } from "./features/people/own-tier.ts";
import { peopleRoutes } from "./features/people/routes.ts";
import { pictureRoutes } from "./features/pictures/routes.ts";
import { adviserLinkRoutes } from "./features/portfolio/advisers/link-routes.ts";
import { adviserSeatRoutes } from "./features/portfolio/advisers/seat-routes.ts";
import { bundleRoutes } from "./features/portfolio/bundle/bundle-routes.ts";
import { documentRoutes } from "./features/portfolio/documents/document-routes.ts";
import { holdingImportRoutes } from "./features/portfolio/imports/import-routes.ts";
import { portfolioRoutes } from "./features/portfolio/portfolio-routes.ts";
import { reliefRoutes } from "./features/portfolio/relief-routes.ts";
import { shareActionRoutes } from "./features/portfolio/share-action-routes.ts";
import { typedRoutes } from "./features/portfolio/typed-routes.ts";
import { valuationRoutes } from "./features/portfolio/valuation-routes.ts";
import { yearEndRoutes } from "./features/portfolio/year-end/year-end-routes.ts";
import { memberProfileRoutes } from "./features/profiles/routes.ts";
import { submissionRoutes } from "./features/profiles/submissions/routes.ts";
import { brandFileRoutes } from "./features/settings/brand-file-routes.ts";
import { settingRoutes } from "./features/settings/routes.ts";
import { setupRoutes } from "./features/setup/routes.ts";
import { statementFormRoutes } from "./features/statements/form-routes.ts";
import { statementRoutes } from "./features/statements/statement-routes.ts";
import { backupRoutes } from "./features/system/backup-routes.ts";
import { clientErrorRoutes } from "./features/system/client-error-routes.ts";
import { systemRoutes } from "./features/system/routes.ts";
import { waitingCountRoutes } from "./features/waiting-counts/routes.ts";
import { webhookRoutes } from "./features/webhooks/routes.ts";
import { describeApi } from "./openapi/describe-api.ts";
import { apiDescription, apiDocs } from "./platform/http/api-docs.ts";
import { compressJson } from "./platform/http/compress-json.ts";
import { fromOwnOrigin } from "./platform/http/own-origin.ts";
import { declaredIn } from "./route.ts";

const routers: readonly OpenAPIHono<Environment>[] = [
  sessionRoutes,
  authRoutes,
  twoFactorRoutes,
  passkeyRoutes,
  signInLinkRoutes,
  passwordRoutes,
  googleRoutes,
  tokenRoutes,
  apiKeyRoutes,
  accountRoutes,
  accountSessionRoutes,
  emailChangeRoutes,
  exportRoutes,
  deletionRoutes,
  deletionRequestRoutes,
  registrationRoutes,
  memberProfileRoutes,
  submissionRoutes,
  pictureRoutes,
  membershipRequestRoutes,
  userRoleRoutes,
  peopleRoutes,
  ownTierRoutes,
  investorRecordRoutes,
  statementFormRoutes,
  statementRoutes,
  openDealRoutes,
  openRoomRoutes,
  openQuestionRoutes,
  openCallRoutes,
  openCommitmentRoutes,
  ownCommitmentRoutes,
  mailingRoutes,
  newsletterRoutes,
  noticeRoutes,
  noticeChoiceRoutes,
  confirmationRoutes,
  settingRoutes,
  brandFileRoutes,
  setupRoutes,
  systemRoutes,
  clientErrorRoutes,
  backupRoutes,
  webhookRoutes,
  waitingCountRoutes,
  introductionReportRoutes,
  introductionRoutes,
  invitationRoutes,
  memberImportRoutes,
  auditEventRoutes,
  contentRoutes,
  publishedContentRoutes,
  contentFileRoutes,
  eventRoutes,
  calendarFeedRoutes,
  eventDeskRoutes,
  investmentRoutes,
  companyRoutes,
  companyLogoRoutes,
  companyUpdateDeskRoutes,
  ownCompanyUpdateRoutes,
  companyUpdateLinkRoutes,
  dealDeskRoutes,
  dealChangeRoutes,
  dealVersionRoutes,
  dealEvidenceRoutes,
  roomRoutes,
  dealQuestionRoutes,
  dealCallRoutes,
  collectionAccountRoutes,
  callRoutes,
  ownCallRoutes,
  deskCommitmentRoutes,
  allocationRoutes,
  topUpRoutes,
  bankLineRoutes,
  outgoingPaymentRoutes,
  closingRoutes,
  ledgerRoutes,
  completionRoutes,
  paperRoutes,
  portfolioRoutes,
  yearEndRoutes,
  documentRoutes,
  adviserSeatRoutes,
  adviserLinkRoutes,
  bundleRoutes,
  reliefRoutes,
  typedRoutes,
  valuationRoutes,
  holdingImportRoutes,
  shareActionRoutes,
  dealReliefRoutes,
  exitRoutes,
];

export function createApi() {
  const api = new OpenAPIHono<Environment>();
  api.use(fromOwnOrigin);
  api.use(compressJson());
  api.use(noStore);
  for (const router of routers) api.route("/", router);
  // Throws for a route without a declaration: it would have no guard.
  declaredIn(api);
  api.get(
    "/openapi.json",
    apiDescription((dependencies) => describeApi(api, dependencies)),
  );
  api.get("/docs", apiDocs());
  return api;
}

/** Responses contain personal data; a route may override this. */
const noStore = createMiddleware<Environment>(async (c, next) => {
  await next();
  if (!c.res.headers.has("cache-control")) c.res.headers.set("cache-control", "no-store");
});
