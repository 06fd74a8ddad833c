import { investmentRoutes } from "./routes.ts";

export const routes = [investmentRoutes];
