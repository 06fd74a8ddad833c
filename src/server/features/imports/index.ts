import { memberImportRoutes } from "./routes.ts";

export const routes = [memberImportRoutes];
