import type { Logger } from "pino";
import type { Metrics } from "../metrics/create-metrics.ts";

/** What middleware and pages that belong to no feature work with. */
export interface HttpContext {
  appUrl: string;
  ownOrigins: readonly string[];
  log: Logger;
  metrics: Metrics;
  /** The bearer token that reads /metrics; without one nobody may. */
  metricsToken: string | undefined;
  /** True from the moment this process is told to stop. */
  isStopping: () => boolean;
  /** @throws while the database is away or not migrated. */
  assertReady: () => Promise<void>;
  /** Folder of what the build made of the pages. */
  builtRoot: string;
}

/** What Node's server hands to Hono with a request. */
export interface NodeBindings {
  incoming?: { socket?: { remoteAddress?: string } };
}

/** Hono's type of a request below every feature; an app's own environment extends it. */
export interface HttpEnvironment {
  Bindings: NodeBindings;
  Variables: {
    dependencies: HttpContext;
    requestId: string;
    log: Logger;
    actor: { userId: string | null };
  };
}
