import { sql, type Transaction } from "kysely";
import { daysToSeatEnd } from "#shared/portfolio/adviser-seats-messages.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { type JobContext, nightly } from "../../platform/jobs/job.ts";
import { ofCompanies } from "../waiting-counts/what-waits.ts";
import { adviserLinkRoutes } from "./advisers/link-routes.ts";
import { adviserSeatRoutes } from "./advisers/seat-routes.ts";
import { bundleRoutes } from "./bundle/bundle-routes.ts";
import { documentRoutes } from "./documents/document-routes.ts";
import { holdingImportRoutes } from "./imports/import-routes.ts";
import { adviserSeatMails, holdingImportMails, sharesMails } from "./mails.ts";
import { portfolioRoutes } from "./portfolio-routes.ts";
import { reliefRoutes } from "./relief-routes.ts";
import { shareActionRoutes } from "./share-action-routes.ts";
import { typedRoutes } from "./typed-routes.ts";
import { valuationRoutes } from "./valuation-routes.ts";
import { yearEndRoutes } from "./year-end/year-end-routes.ts";

export const routes = [
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
];

const dayMilliseconds = 24 * 60 * 60 * 1000;
/** Members still see for this long who could read. */
const keptDays = 365;

export const adviserSeatJobs = {
  /** Tells members which access ends soon and which has ended, and forgets it a year later. */
  "adviser-seats": nightly(async ({ asOwner, now, log }: JobContext) => {
    const counts = await asOwner(null, async (tx, effects) => ({
      ended: await endExpired(tx, effects, now()),
      reminded: await remind(tx, effects, now()),
      removed: await removeOld(tx, now()),
    }));
    log.info(counts, "adviser seats");
  }),
};

async function endExpired(tx: Transaction<DB>, effects: Effects, now: Date): Promise<number> {
  const ended = await tx
    .updateTable("adviser_seats")
    .set(({ ref }) => ({ ended_at: ref("expires_at"), ended_because: "expired" }))
    .where("ended_at", "is", null)
    .where("expires_at", "<=", now)
    .returning(["id", "user_id"])
    .execute();
  for (const { id, user_id } of ended) {
    effects.audit("adviser_seat_ended", user_id);
    effects.notify(user_id, "adviser_seat_ended", id);
    effects.mail("adviser-seat-ended", { user_id, seat_id: id });
  }
  return ended.length;
}

async function remind(tx: Transaction<DB>, effects: Effects, now: Date): Promise<number> {
  const reminded = await tx
    .updateTable("adviser_seats")
    .set({ reminded_at: now })
    .where("ended_at", "is", null)
    .where("reminded_at", "is", null)
    .where("expires_at", "<=", new Date(now.getTime() + daysToSeatEnd * dayMilliseconds))
    .returning(["id", "user_id"])
    .execute();
  for (const { id, user_id } of reminded) {
    effects.notify(user_id, "adviser_seat_ending", id);
    effects.mail("adviser-seat-ending", { user_id, seat_id: id });
  }
  return reminded.length;
}

async function removeOld(tx: Transaction<DB>, now: Date): Promise<number> {
  const removed = tx
    .deleteFrom("adviser_seats")
    .where("ended_at", "<=", new Date(now.getTime() - keptDays * dayMilliseconds));
  return Number((await removed.executeTakeFirst()).numDeletedRows);
}

export const jobs = adviserSeatJobs;
export const mails = { ...adviserSeatMails, ...holdingImportMails, ...sharesMails };
export const waiting = {
  holding_import: ofCompanies(
    sql`select id, file_name, proposed_at, null::uuid from holding_import_list where state = 'proposed' and refusal is null`,
  ),
  holding_import_undo: ofCompanies(
    sql`select undo_id, file_name, undo_proposed_at, null::uuid from holding_import_list
     where state = 'confirmed' and undo_id is not null and undo_refusal is null`,
  ),
  price: ofCompanies(
    sql`select l.id, c.name, l.entered_at, null::uuid from share_price_list l join companies c on c.id = l.company_id
     where l.is_waiting and l.refusal is null
       and (l.price <= coalesce(l.price_before, 0) or not (l.needs_evidence or l.basis in ('club_estimate', 'impaired')))`,
  ),
  /** Whoever holds some of the shares, or whose author does, sees it confirmed with a document alone; any admin adds it. */
  price_document: ofCompanies(
    sql`select l.id, c.name, l.entered_at, null::uuid from share_price_list l join companies c on c.id = l.company_id
     where l.is_waiting and l.needs_evidence and l.price > coalesce(l.price_before, 0)
       and l.basis not in ('club_estimate', 'impaired')`,
  ),
  split: ofCompanies(
    sql`select l.id, c.name, l.proposed_at, null::uuid from share_action_list l join companies c on c.id = l.company_id
     where l.is_waiting and l.refusal is null`,
  ),
};
