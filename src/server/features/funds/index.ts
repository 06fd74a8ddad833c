import { sql } from "kysely";
import { adminPaths } from "#shared/admin-paths.ts";
import { ofDeals, ofExits } from "../waiting-counts/what-waits.ts";
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
  bank_feed: ofDeals(
    sql`select f.id, c.name, f.entered_at, f.deal_id from bank_feed_list f
      join deals d on d.id = f.deal_id join companies c on c.id = d.company_id
     where f.confirmed_at is null and f.stopped_at is null and f.refusal is null`,
    "money",
    (id) => adminPaths.dealPart(id, "bank"),
  ),
  payment: ofDeals(
    sql`select o.id, c.name, o.proposed_at, o.deal_id from outgoing_payment_list o
      join deals d on d.id = o.deal_id join companies c on c.id = d.company_id
     where o.state = 'proposed' and o.refusal is null`,
    "money",
    (id) => adminPaths.dealPart(id, "money"),
  ),
  exit: ofExits(
    sql`select id, company_name, proposed_at, id from exit_list where state = 'proposed' and refusal is null`,
  ),
  outside_payment: ofExits(
    sql`select o.waiting_id, e.company_name, o.recorded_at, e.id from exit_outside o join exit_list e on e.id = o.exit_id
     where o.waiting_id is not null and o.refusal is null`,
  ),
};
