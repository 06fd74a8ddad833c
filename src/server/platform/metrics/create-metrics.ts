import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Database, DatabaseSetup, PoolState } from "../db/connect.ts";
import { observeDatabase } from "./observe-database.ts";
import { observeQueue } from "./observe-queue.ts";

interface FinishedRequest {
  method: string;
  /** Route pattern: bounded cardinality, no personal data. */
  route: string;
  status: number;
  seconds: number;
}

export interface Metrics {
  countRequest(request: FinishedRequest): void;
  countMail(outcome: "sent" | "retried" | "failed"): void;
  countJob(job: string, outcome: "done" | "retried" | "failed"): void;
  countWebhook(outcome: "delivered" | "failed"): void;
  countError(where: "request" | "queue"): void;
  countBrowserError(): void;
  contentType: string;
  /** Prometheus text format. */
  describe(): Promise<string>;
}

interface MetricsOptions {
  db: Database;
  poolState: () => PoolState;
  version: string;
  jobNames?: readonly string[];
  databaseSetup: DatabaseSetup;
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Process metrics and the shared queue's. */
export function createMetrics({ db, poolState, version, jobNames = [], databaseSetup }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({ name: "kindling_build_info", help: "Which version runs.", labelNames: ["version", "node"], registers })
    .labels(version, process.version)
    .set(1);
  observePool(poolState, registers);
  const readDatabase = observeDatabase(databaseSetup, registers);
  const readQueue = observeQueue(db, registers);
  const requests = new Counter({
    name: "kindling_http_requests_total",
    help: "Answers by route and class of status.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "kindling_http_request_duration_seconds",
    help: "From the request to its answer.",
    labelNames: ["method", "route"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const mails = new Counter({
    name: "kindling_mails_total",
    help: "Mail attempts: sent (or skipped as obsolete), retried, failed (permanently).",
    labelNames: ["outcome"],
    registers,
  });
  const jobs = new Counter({
    name: "kindling_jobs_total",
    help: "Runs of a job: done, to be tried again (retried), or given up (failed).",
    labelNames: ["job", "outcome"],
    registers,
  });
  const webhooks = new Counter({
    name: "kindling_webhook_attempts_total",
    help: "Attempts to deliver an event to a webhook: delivered, or failed (and tried again, until there were enough).",
    labelNames: ["outcome"],
    registers,
  });
  const errors = new Counter({
    name: "kindling_errors_total",
    help: "What nobody foresaw: requests answered with 500, troubles of the job queue.",
    labelNames: ["where"],
    registers,
  });
  const browserErrors = new Counter({
    name: "kindling_browser_errors_total",
    help: "Errors that browsers reported.",
    registers,
  });
  // Initialise at 0, so rates work from the first event.
  for (const outcome of ["sent", "retried", "failed"]) mails.labels(outcome).inc(0);
  for (const outcome of ["delivered", "failed"]) webhooks.labels(outcome).inc(0);
  for (const job of jobNames) for (const outcome of ["done", "retried", "failed"]) jobs.labels(job, outcome).inc(0);
  for (const where of ["request", "queue"]) errors.labels(where).inc(0);
  return {
    countRequest: ({ method: given, route, status, seconds }) => {
      const method = methods.has(given) ? given : "other";
      requests.labels(method, route, `${Math.floor(status / 100)}xx`).inc();
      durations.labels(method, route).observe(seconds);
    },
    countMail: (outcome) => mails.labels(outcome).inc(),
    countJob: (job, outcome) => jobs.labels(job, outcome).inc(),
    countWebhook: (outcome) => webhooks.labels(outcome).inc(),
    countError: (where) => errors.labels(where).inc(),
    countBrowserError: () => browserErrors.inc(),
    contentType: registry.contentType,
    describe: async () => {
      await Promise.all([readQueue(), readDatabase()]);
      return registry.metrics();
    },
  };
}

function observePool(poolState: () => PoolState, registers: Registry[]): void {
  new Gauge({
    name: "kindling_database_connections",
    help: "Connections of this process (total, idle), and statements that wait for one (waiting).",
    labelNames: ["state"],
    registers,
    collect() {
      for (const [state, count] of Object.entries(poolState())) this.labels(state).set(count);
    },
  });
}
