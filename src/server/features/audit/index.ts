import { auditEventRoutes } from "./routes.ts";

export const routes = [auditEventRoutes];
