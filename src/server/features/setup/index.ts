import { setupRoutes } from "./routes.ts";

export const routes = [setupRoutes];
