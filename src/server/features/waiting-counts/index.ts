import { waitingCountRoutes } from "./routes.ts";

export const routes = [waitingCountRoutes];
