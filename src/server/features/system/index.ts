import { backupRoutes } from "./backup-routes.ts";
import { clientErrorRoutes } from "./client-error-routes.ts";
import { systemMails } from "./mails.ts";
import { systemRoutes } from "./routes.ts";

export const routes = [systemRoutes, clientErrorRoutes, backupRoutes];
export const mails = systemMails;
