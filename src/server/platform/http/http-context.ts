import type { Logger } from "pino";
import type { Metrics } from "../metrics/create-metrics.ts";
import type { Tracing } from "../tracing/tracing.ts";

export interface HttpContext {
  appUrl: string;
  ownOrigins: readonly string[];
  log: Logger;
  metrics: Metrics;
  tracing: Tracing | undefined;
  /** Bearer token for /metrics; undefined disables it. */
  metricsToken: string | undefined;
  isStopping: () => boolean;
  /** @throws while the database is unreachable, not migrated, or has other rights than those of this version. */
  assertReady: () => Promise<void>;
  /** Build output. */
  builtRoot: string;
  /** Another one after every change of what the public pages say. */
  contentRevision: () => string;
}

/** Node server bindings in Hono. */
export interface NodeBindings {
  incoming?: { socket?: { remoteAddress?: string } };
}

/** Extended by the app's environment. */
export interface HttpEnvironment {
  Bindings: NodeBindings;
  Variables: {
    dependencies: HttpContext;
    requestId: string;
    log: Logger;
    /** The answer has codes or links that open something. */
    carriesCodes?: boolean;
    actor: { userId: string | null; apiKeyId?: string };
  };
}
