import { invitationMails } from "./mails.ts";
import { invitationRoutes } from "./routes.ts";

export const routes = [invitationRoutes];
export const mails = invitationMails;
