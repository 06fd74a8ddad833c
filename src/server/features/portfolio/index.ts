import { sql } from "kysely";
import { onDealDesk } from "../waiting-counts/what-waits.ts";
import { adviserSeatJobs } from "./advisers/jobs.ts";
import { adviserLinkRoutes } from "./advisers/link-routes.ts";
import { adviserSeatMails } from "./advisers/mails.ts";
import { adviserSeatRoutes } from "./advisers/seat-routes.ts";
import { bundleRoutes } from "./bundle/bundle-routes.ts";
import { documentRoutes } from "./documents/document-routes.ts";
import { holdingImportRoutes } from "./imports/import-routes.ts";
import { holdingImportMails } from "./imports/mails.ts";
import { splitMails } from "./mails.ts";
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
export const jobs = adviserSeatJobs;
export const mails = { ...adviserSeatMails, ...holdingImportMails, ...splitMails };
export const waiting = {
  holding_import: onDealDesk(
    sql`select id from holding_import_list where state = 'proposed' and refusal is null`,
    "shares",
  ),
  holding_import_undo: onDealDesk(
    sql`select undo_id from holding_import_list
    where state = 'confirmed' and undo_id is not null and undo_refusal is null`,
    "shares",
  ),
  price: onDealDesk(
    sql`select id from share_price_list
    where is_waiting and refusal is null
      and (price <= coalesce(price_before, 0) or not (needs_evidence or basis in ('club_estimate', 'impaired')))`,
    "shares",
  ),
  split: onDealDesk(
    sql`select id from share_action_list
    where is_waiting and refusal is null`,
    "shares",
  ),
};
