import { sql } from "kysely";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Database, DatabaseSetup, PoolState, WatchedReplica } from "../db/connect.ts";

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

/** Registers how the database is reached. @returns refreshes it, before each scrape. */
function observeDatabase({ place, hasPooler, isPrepared, replica }: DatabaseSetup, registers: Registry[]) {
  new Gauge({
    name: "kindling_database_info",
    help: "Where the database is (embedded, operator), behind a pooler or not, with prepared statements or not.",
    labelNames: ["place", "pooler", "prepared"],
    registers,
  })
    .labels(place, hasPooler ? "on" : "off", isPrepared ? "on" : "off")
    .set(1);
  return replica ? observeReplica(replica, registers) : async () => {};
}

function observeReplica({ reads, readState }: WatchedReplica, registers: Registry[]): () => Promise<void> {
  new Counter({
    name: "kindling_replica_reads_total",
    help: "Reads that the replica answered, and that the primary answered because it was behind or had failed.",
    labelNames: ["outcome"],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(reads)) this.labels(outcome).inc(count);
    },
  });
  const gauge = (name: string, help: string) => new Gauge({ name: `kindling_replica_${name}`, help, registers });
  const up = gauge("up", "1 when the replica answered this reading.");
  const bytes = gauge("lag_bytes", "What of the primary's log it has not replayed; NaN while it does not answer.");
  const seconds = gauge("lag_seconds", "For how long it has been behind; NaN while it does not answer.");
  return async () => {
    const state = await readState().catch(() => undefined);
    // The state of the replica is unknown without the primary.
    up.set(state ? Number(state.isUp) : Number.NaN);
    bytes.set(state?.lagBytes ?? Number.NaN);
    seconds.set(state?.lagSeconds ?? Number.NaN);
  };
}

interface QueueState {
  queue: string;
  waiting: number;
  scheduled: number;
  active: number;
  failed: number;
  oldest_seconds: number;
}

/** Registers queue and database gauges. @returns refreshes them, before each scrape. */
function observeQueue(db: Database, registers: Registry[]): () => Promise<void> {
  const jobs = new Gauge({
    name: "kindling_queue_jobs",
    help: "Jobs of all processes by name: waiting, scheduled for later, active, and given up but not deleted yet (failed).",
    labelNames: ["queue", "state"],
    registers,
  });
  const oldest = new Gauge({
    name: "kindling_queue_oldest_seconds",
    help: "For how long the oldest job has been waiting.",
    labelNames: ["queue"],
    registers,
  });
  const up = new Gauge({ name: "kindling_database_up", help: "1 when the database answered this reading.", registers });
  return async () => {
    const states = await readQueues(db).catch(() => undefined);
    up.set(states ? 1 : 0);
    jobs.reset();
    oldest.reset();
    for (const { queue, oldest_seconds, ...counts } of states ?? []) {
      oldest.labels(queue).set(oldest_seconds);
      for (const [state, count] of Object.entries(counts)) jobs.labels(queue, state).set(count);
    }
  };
}

async function readQueues(db: Database): Promise<QueueState[]> {
  const { rows } = await sql<QueueState>`
    select queue.name as queue,
           count(*) filter (where ${isWaiting}) as waiting,
           count(*) filter (where ${isScheduled}) as scheduled,
           count(*) filter (where job.state = 'active') as active,
           count(*) filter (where job.state = 'failed') as failed,
           coalesce(extract(epoch from now() - min(job.created_on)
             filter (where ${isWaiting})), 0)::float8 as oldest_seconds
      from pgboss.queue left join pgboss.job on job.name = queue.name
     where queue.name not like '\\_\\_pgboss%'
     group by queue.name`.execute(db);
  return rows;
}

const isScheduled = sql`job.state = 'created' and job.start_after > now()`;
const isWaiting = sql`job.state in ('created', 'retry') and not (${isScheduled})`;
