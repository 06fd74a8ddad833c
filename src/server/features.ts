import * as auth from "./auth/index.ts";
import * as acts from "./features/acts/index.ts";
import { auditEventRoutes } from "./features/audit/routes.ts";
import * as commitments from "./features/commitments/index.ts";
import { investmentRoutes } from "./features/companies/routes.ts";
import * as companyUpdates from "./features/company-updates/index.ts";
import * as content from "./features/content/index.ts";
import * as deals from "./features/deals/index.ts";
import * as deletionRequests from "./features/deletion-requests/index.ts";
import * as events from "./features/events/index.ts";
import * as funds from "./features/funds/index.ts";
import { memberImportRoutes } from "./features/imports/routes.ts";
import * as introductions from "./features/introductions/index.ts";
import * as investorRecords from "./features/investor-records/index.ts";
import * as invitations from "./features/invitations/index.ts";
import * as membershipRequests from "./features/membership-requests/index.ts";
import * as messages from "./features/messages/index.ts";
import * as newsletter from "./features/newsletter/index.ts";
import * as notices from "./features/notices/index.ts";
import * as people from "./features/people/index.ts";
import * as pictures from "./features/pictures/index.ts";
import * as portfolio from "./features/portfolio/index.ts";
import * as profiles from "./features/profiles/index.ts";
import * as settings from "./features/settings/index.ts";
import { setupRoutes } from "./features/setup/routes.ts";
import * as statements from "./features/statements/index.ts";
import * as system from "./features/system/index.ts";
import { waitingCountRoutes } from "./features/waiting-counts/routes.ts";
import * as webhooks from "./features/webhooks/index.ts";
import { backupJobs } from "./ops/backup/jobs.ts";
import { fileJobs } from "./platform/files/jobs.ts";
import type { createRouter } from "./router.ts";

interface Feature {
  routes?: readonly ReturnType<typeof createRouter>[];
  jobs?: object;
  mails?: object;
  waiting?: object;
}

const features = [
  auth,
  notices,
  { routes: [waitingCountRoutes] },
  profiles,
  pictures,
  introductions,
  events,
  people,
  membershipRequests,
  invitations,
  { routes: [memberImportRoutes] },
  deletionRequests,
  investorRecords,
  statements,
  deals,
  acts,
  { routes: [investmentRoutes] },
  companyUpdates,
  commitments,
  funds,
  portfolio,
  content,
  newsletter,
  messages,
  settings,
  { routes: [setupRoutes] },
  system,
  { routes: [auditEventRoutes] },
  webhooks,
  { jobs: backupJobs },
  { jobs: fileJobs },
] as const;
const list: readonly Feature[] = features;

export const routers = list.flatMap(({ routes = [] }) => routes);

export const collect = <Name extends "jobs" | "mails" | "waiting">(name: Name): Collected<Name> =>
  Object.assign({}, ...list.map((feature) => feature[name]));

type Collected<Name extends string> =
  PartsOf<(typeof features)[number], Name> extends (parts: infer All) => void
    ? { [Key in keyof All]: All[Key] }
    : never;

/** A function for each part, as what all of them take is the intersection. */
type PartsOf<One, Name extends string> = One extends { [Key in Name]: infer Part } ? (part: Part) => void : never;
