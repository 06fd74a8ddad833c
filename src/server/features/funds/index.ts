import { sql, type Transaction } from "kysely";
import { adminPaths } from "#shared/admin-paths.ts";
import type { AnnouncedKind } from "#shared/funds/announced-messages.ts";
import { londonDate } from "#shared/london-time.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { everyQuarterHour, everyTenMinutes, type JobContext, nightly, scheduled } from "../../platform/jobs/job.ts";
import { tellImportConfirmed, tellImportUndone } from "../portfolio/imports/import-routes.ts";
import { tellPriceConfirmed } from "../portfolio/valuation-routes.ts";
import { ofDeals, ofExits } from "../waiting-counts/what-waits.ts";
import { collectionAccountRoutes, companyAccountRoutes } from "./accounts/account-routes.ts";
import { tellNotEffective } from "./announced/announce.ts";
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
import { tellExitConfirmed, tellOutsideConfirmed } from "./exits/tell-exit.ts";
import { ledgerJobs } from "./ledger/jobs.ts";
import { ledgerRoutes } from "./ledger/ledger-routes.ts";
import { ledgerMails } from "./ledger/mails.ts";
import { announcedMails, companyAccountMails, completionMails, exitMails, reliefMails } from "./mails.ts";
import { outgoingPaymentRoutes } from "./payments/payment-routes.ts";
import { contactsOf } from "./relief/founder-contacts.ts";
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

export const reliefJobs = {
  /** Founders whose certificates have been waited for by 14 days are asked, and again after as many. */
  "relief-chasers": nightly(({ asOwner, now, log }: JobContext) =>
    asOwner(null, async (tx, effects) => {
      const { rows } = await sql<{ deal_id: string }>`
        select deal_id from chase_relief_certificates(${londonDate(now())}) as deal_id`.execute(tx);
      for (const { deal_id } of rows) {
        const contacts = await contactsOf(tx, deal_id);
        for (const contact of contacts.keys()) effects.mail("relief-chaser", { deal_id, contact });
        effects.audit("relief_certificates_chased", deal_id, { founders: contacts.length });
      }
      if (rows.length > 0) log.info({ deals: rows.map(({ deal_id }) => deal_id) }, "founders asked for certificates");
    }),
  ),
};

export const announcedJobs = {
  "announced-confirmation": scheduled((context: JobContext, { announced_id }: { announced_id: string }) =>
    takeEffect(context, announced_id),
  ),
  /** Does what a process that was not running has missed. */
  "announced-confirmations": everyTenMinutes(async (context: JobContext) => {
    const due = await context.asOwner(null, (tx) =>
      tx
        .selectFrom("announced_confirmations")
        .select("id")
        .where("ended_at", "is", null)
        .where("takes_effect_at", "<=", context.now())
        .orderBy("id")
        .execute(),
    );
    for (const { id } of due) await takeEffect(context, id);
  }),
};

interface Confirmed {
  tx: Transaction<DB>;
  effects: Effects;
  id: string;
  by: string | null;
}

const tellConfirmed: Record<AnnouncedKind, (confirmed: Confirmed) => Promise<void>> = {
  exit: tellExitConfirmed,
  price: tellPriceConfirmed,
  outside_payment: tellOutsideConfirmed,
  import: tellImportConfirmed,
  import_undo: tellImportUndone,
};

const takeEffect = ({ asOwner }: JobContext, id: string): Promise<void> =>
  asOwner(null, async (tx, effects) => {
    const { rows } = await sql<{ outcome: string | null }>`select take_effect(${id}) as outcome`.execute(tx);
    const outcome = rows[0]?.outcome ?? null;
    if (outcome === null) return;
    const given = await tx
      .selectFrom("announced_confirmations")
      .select(["kind", "subject_id", "confirmed_by", "because"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const kind = given.kind as AnnouncedKind;
    if (outcome === "effective") {
      await tellConfirmed[kind]({ tx, effects, id: given.subject_id, by: given.confirmed_by });
      return;
    }
    effects.audit("confirmation_failed", given.confirmed_by, {
      announced_id: id,
      kind,
      subject_id: given.subject_id,
      reason: given.because,
    });
    await tellNotEffective(tx, effects, kind, given.subject_id, "failed");
  });

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
