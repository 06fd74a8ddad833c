import { sql } from "kysely";
import { onDealDesk } from "../waiting-counts/what-waits.ts";
import { collectionAccountRoutes } from "./accounts/account-routes.ts";
import { companyAccountRoutes } from "./accounts/company-account-routes.ts";
import { companyAccountMails } from "./accounts/mails.ts";
import { announcedJobs } from "./announced/clock.ts";
import { announcedMails } from "./announced/mails.ts";
import { bankFeedRoutes } from "./bank-feeds/feed-routes.ts";
import { bankFeedJobs } from "./bank-feeds/jobs.ts";
import { bankLineRoutes } from "./bank-lines/line-routes.ts";
import { fundsCallJobs } from "./calls/jobs.ts";
import { fundsCallMails } from "./calls/mails.ts";
import { callRoutes } from "./calls/routes.ts";
import { closingRoutes } from "./closing/closing-routes.ts";
import { completionJobs } from "./completion/jobs.ts";
import { completionMails } from "./completion/mails.ts";
import { completionRoutes } from "./completion/routes.ts";
import { exitRoutes } from "./exits/exit-routes.ts";
import { exitMails } from "./exits/mails.ts";
import { ledgerJobs } from "./ledger/jobs.ts";
import { ledgerRoutes } from "./ledger/ledger-routes.ts";
import { ledgerMails } from "./ledger/mails.ts";
import { outgoingPaymentRoutes } from "./payments/payment-routes.ts";
import { reliefJobs } from "./relief/jobs.ts";
import { reliefMails } from "./relief/mails.ts";
import { dealReliefRoutes } from "./relief/relief-routes.ts";

export const routes = [
  collectionAccountRoutes,
  companyAccountRoutes,
  callRoutes,
  bankLineRoutes,
  bankFeedRoutes,
  outgoingPaymentRoutes,
  closingRoutes,
  ledgerRoutes,
  completionRoutes,
  dealReliefRoutes,
  exitRoutes,
];
export const jobs = {
  ...announcedJobs,
  ...bankFeedJobs,
  ...completionJobs,
  ...fundsCallJobs,
  ...ledgerJobs,
  ...reliefJobs,
};
export const mails = {
  ...announcedMails,
  ...companyAccountMails,
  ...completionMails,
  ...exitMails,
  ...fundsCallMails,
  ...ledgerMails,
  ...reliefMails,
};
export const waiting = {
  bank_feed: onDealDesk(
    sql`select id from bank_feed_list
    where confirmed_at is null and stopped_at is null and refusal is null`,
    "closing",
  ),
  payment: onDealDesk(
    sql`select id from outgoing_payment_list where state = 'proposed' and refusal is null`,
    "closing",
  ),
  exit: onDealDesk(sql`select id from exit_list where state = 'proposed' and refusal is null`, "shares"),
  outside_payment: onDealDesk(
    sql`select waiting_id from exit_outside where waiting_id is not null and refusal is null`,
    "shares",
  ),
};
