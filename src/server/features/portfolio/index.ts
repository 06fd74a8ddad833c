import { sql } from "kysely";
import { ofCompanies } from "../waiting-counts/what-waits.ts";
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
