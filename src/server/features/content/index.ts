import { contentFileRoutes } from "./file-routes.ts";
import { contentJobs } from "./jobs.ts";
import { publishedContentRoutes } from "./published-routes.ts";
import { contentRoutes } from "./routes.ts";

export const routes = [contentRoutes, publishedContentRoutes, contentFileRoutes];
export const jobs = contentJobs;
