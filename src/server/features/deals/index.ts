import { sql } from "kysely";
import { onDealDesk } from "../waiting-counts/what-waits.ts";
import { dealCallRoutes } from "./call-routes.ts";
import { companyLogoRoutes } from "./company-logo-routes.ts";
import { companyRoutes } from "./company-routes.ts";
import { dealDeskRoutes } from "./desk-routes.ts";
import { dealJobs } from "./jobs.ts";
import { mailingRoutes } from "./mailing-routes.ts";
import { dealMails } from "./mails.ts";
import { openCallRoutes } from "./open-call-routes.ts";
import { openQuestionRoutes } from "./open-question-routes.ts";
import { openRoomRoutes } from "./open-room-routes.ts";
import { openDealRoutes } from "./open-routes.ts";
import { dealQuestionRoutes } from "./question-routes.ts";
import { roomRoutes } from "./room-routes.ts";
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
  closing_proposal: onDealDesk(sql`select id from closing_proposals where refusal is null`),
  question: onDealDesk(sql`select q.id from deal_question_list q join deals d on d.id = q.deal_id
    where q.answer is null and q.merged_into is null and q.declined_reason is null and d.state in ('released', 'closing')`),
};
