import { sql } from "kysely";
import { adminPaths } from "#shared/admin-paths.ts";
import { everyQuarterHour, type JobContext, nightly, scheduled } from "../../platform/jobs/job.ts";
import { ofDeals, ofExits } from "../waiting-counts/what-waits.ts";
import { collectionAccountRoutes, companyAccountRoutes } from "./accounts/account-routes.ts";
import { announcedJobs } from "./announced/jobs.ts";
import type { BankFeeds } from "./bank-feeds/bank-feed.ts";
import { bankFeedRoutes } from "./bank-feeds/feed-routes.ts";
import { bankLineRoutes } from "./bank-lines/line-routes.ts";
import { fundsCallJobs } from "./calls/jobs.ts";
import { fundsCallMails } from "./calls/mails.ts";
import { callRoutes } from "./calls/routes.ts";
import { closingRoutes } from "./closing/closing-routes.ts";
import { makePapers, type PaperContext } from "./completion/make-papers.ts";
import { listWithPapersToDraw } from "./completion/paper-queries.ts";
import { completionRoutes } from "./completion/routes.ts";
import { exitRoutes } from "./exits/exit-routes.ts";
import { ledgerJobs } from "./ledger/jobs.ts";
import { ledgerRoutes } from "./ledger/ledger-routes.ts";
import { ledgerMails } from "./ledger/mails.ts";
import { announcedMails, companyAccountMails, completionMails, exitMails, reliefMails } from "./mails.ts";
import { outgoingPaymentRoutes } from "./payments/payment-routes.ts";
import { reliefJobs } from "./relief/founder-contacts.ts";
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

interface Context extends JobContext {
  bankFeeds: BankFeeds;
}

export const bankFeedJobs = {
  "bank-feeds": everyQuarterHour(({ bankFeeds }: Context) => bankFeeds.readDue()),
};

export const completionJobs = {
  /** The papers are made once, however often it runs: what is kept is left as it is. */
  "deal-papers": scheduled((context: PaperContext, { deal_id }: { deal_id: string }) => makePapers(context, deal_id)),
  /** Where the job was lost, the round was completed before it came here, or papers are drawn in another way now. */
  "missing-papers": nightly(({ asOwner, now }: JobContext) =>
    asOwner(null, async (tx, effects) => {
      for (const { deal_id } of await listWithPapersToDraw(tx)) effects.schedule("deal-papers", { deal_id }, now());
    }),
  ),
};

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
