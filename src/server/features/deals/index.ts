import { sql } from "kysely";
import { adminPaths } from "#shared/admin-paths.ts";
import { ofDeals } from "../waiting-counts/what-waits.ts";
import { dealCallRoutes, openCallRoutes } from "./call-routes.ts";
import { companyLogoRoutes, companyRoutes } from "./company-routes.ts";
import { dealDeskRoutes } from "./desk-routes.ts";
import { dealJobs } from "./jobs.ts";
import { mailingRoutes } from "./mailing-routes.ts";
import { dealMails } from "./mails.ts";
import { openDealRoutes } from "./open-routes.ts";
import { dealQuestionRoutes, openQuestionRoutes } from "./question-routes.ts";
import { openRoomRoutes, roomRoutes } from "./room-routes.ts";
import { dealVersionRoutes } from "./version-routes.ts";

export const routes = [
  openDealRoutes,
  openRoomRoutes,
  openQuestionRoutes,
  openCallRoutes,
  mailingRoutes,
  companyRoutes,
  companyLogoRoutes,
  dealDeskRoutes,
  dealVersionRoutes,
  roomRoutes,
  dealQuestionRoutes,
  dealCallRoutes,
];
export const jobs = dealJobs;
export const mails = dealMails;
export const waiting = {
  cancelling_proposal: ofDeals(
    sql`select p.id, c.name, null::timestamptz, p.deal_id from cancelling_proposals p
      join deals d on d.id = p.deal_id join companies c on c.id = d.company_id where p.refusal is null`,
    "deals",
    adminPaths.deal,
  ),
  closing_proposal: ofDeals(
    sql`select p.id, c.name, null::timestamptz, p.deal_id from closing_proposals p
      join deals d on d.id = p.deal_id join companies c on c.id = d.company_id where p.refusal is null`,
    "deals",
    adminPaths.deal,
  ),
  question: ofDeals(
    sql`select q.id, c.name, q.asked_at, q.deal_id from deal_question_list q
      join deals d on d.id = q.deal_id join companies c on c.id = d.company_id
    where q.answer is null and q.merged_into is null and q.declined_reason is null and d.state in ('released', 'closing')`,
    "deals",
    (id) => adminPaths.dealPart(id, "questions"),
  ),
};
