import { systemMails } from "./mails.ts";
import { systemRoutes } from "./routes.ts";

export const routes = [systemRoutes];
export const mails = systemMails;
