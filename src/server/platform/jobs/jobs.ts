import { fromKysely, type JobResult, PgBoss, type Job as QueuedJob } from "pg-boss";
import type { Logger } from "pino";
import { type DatabaseAddress, pgOptions } from "../db/database-address.ts";
import type { Queue } from "../db/types.ts";
import type { MailRequest } from "../mail/mail-content.ts";
import type { Metrics } from "../metrics/create-metrics.ts";
import type { Attributes, Tracing } from "../tracing/tracing.ts";
import type { Job, JobContext } from "./job.ts";
import {
  bulkMailQueue,
  type MailJob,
  mailQueue,
  mailQueueOptions,
  type RetryPolicy,
  sendMailJob,
  usualPace,
  workOptions,
} from "./mail-queue.ts";

export interface Jobs<Context extends JobContext> extends Queue {
  /** Creates or updates pg-boss's tables; call first. */
  start(): Promise<void>;
  /** `send` throws to be retried. */
  workMail(send: (job: MailJob) => Promise<void>): Promise<void>;
  /** Runs due jobs in this process; nightly ones also soon after the start. */
  work(context: Context): Promise<void>;
  /** Waits for what is running; unfinished mails and jobs are retried. */
  stop(): Promise<void>;
}

interface JobsOptions<Context extends JobContext> {
  address: DatabaseAddress;
  log: Logger;
  /** Every job by its name, which is the name of its queue. */
  definitions: Readonly<Record<string, Job<never, Context>>>;
  /** Counts outcomes of mails and jobs, and queue errors. */
  metrics?: Pick<Metrics, "countMail" | "countJob" | "countError">;
  tracing?: Tracing | undefined;
  pace?: RetryPolicy;
  jobPace?: JobPace;
  /** Returns when a mail that is queued now may leave; `undefined` means at once. */
  mailStart?: (request: MailRequest) => Date | undefined;
  /** Whether a mail goes to many, and leaves by the queue below. */
  isBulk?: (request: MailRequest) => boolean;
  isScheduling?: boolean;
}

const stopWithinMilliseconds = 15_000;

/** Shared by all processes of one database; survives outages. */
export function createJobs<Context extends JobContext>({
  address,
  log,
  definitions,
  metrics,
  tracing,
  pace = usualPace,
  jobPace = usualJobPace,
  mailStart,
  isBulk = () => false,
  isScheduling = false,
}: JobsOptions<Context>): Jobs<Context> {
  const boss = new PgBoss({ ...pgOptions(address), schema: "pgboss", max: 2, schedule: isScheduling });
  const logQueueError = createQueueErrorLog(log);
  boss.on("error", (error) => {
    metrics?.countError("queue");
    logQueueError(error);
  });
  boss.on("warning", logQueueError);
  const inSpan = <Result>(name: string, attributes: Attributes, run: () => Promise<Result>) =>
    tracing ? tracing.inSpan({ name, kind: "consumer", attributes }, run) : run();
  const work = async (name: string, { when, run }: Job<never, Context>, context: Context) => {
    await boss.work<object>(name, workOptions(jobPace), (jobs) =>
      Promise.all(
        jobs.map((job) => {
          const facts = { "kindling.job": name, "kindling.retries": job.retryCount };
          const traced = (data: object) => inSpan(`job ${name}`, facts, () => run(context, data as never));
          return runJob(job, traced, log, metrics);
        }),
      ),
    );
    if (when === "scheduled") return;
    await boss.schedule(name, crons[when]);
    if (when !== "nightly") return;
    await boss.send(name, {}, { singletonSeconds: restartSeconds });
  };
  return {
    start: async () => {
      await boss.start();
      const jobQueues = Object.entries(definitions).map(
        ([name, { when }]) =>
          [
            name,
            { ...jobQueueOptions(jobPace), ...((when === "often" || when === "quarterHour") && keptBriefly) },
          ] as const,
      );
      const mailQueues = [mailQueue, bulkMailQueue].map((name) => [name, mailQueueOptions(pace)] as const);
      const queues = [...mailQueues, ...jobQueues].map(async ([name, options]) => {
        await boss.createQueue(name, options);
        await boss.updateQueue(name, options);
      });
      await Promise.all(queues);
    },
    enqueueMail: async (tx, requests) => {
      for (const name of [mailQueue, bulkMailQueue]) {
        const ofQueue = requests.filter((data) => isBulk(data) === (name === bulkMailQueue));
        if (ofQueue.length === 0) continue;
        await boss.insert(
          name,
          ofQueue.map((data) => {
            const startAfter = mailStart?.(data);
            return startAfter ? { data, startAfter } : { data };
          }),
          { db: fromKysely(tx) },
        );
      }
    },
    schedule: async (tx, jobs) => {
      for (const name of new Set(jobs.map(({ job }) => job))) {
        const ofName = jobs.filter(({ job }) => job === name).map(({ data, at }) => ({ data, startAfter: at }));
        await boss.insert(name, ofName, { db: fromKysely(tx) });
      }
    },
    workMail: async (send) => {
      for (const name of [mailQueue, bulkMailQueue]) {
        await boss.work<MailRequest>(name, workOptions(pace), (jobs) =>
          Promise.all(
            jobs.map((job) => {
              const facts = { "kindling.mail": job.data.template, "kindling.retries": job.retryCount };
              const traced = (mail: MailJob) => inSpan(`mail ${job.data.template}`, facts, () => send(mail));
              return sendMailJob(job, traced, pace, log, metrics);
            }),
          ),
        );
      }
    },
    work: async (context) => {
      await Promise.all(Object.entries(definitions).map(([name, definition]) => work(name, definition, context)));
    },
    stop: () => boss.stop({ timeout: stopWithinMilliseconds }),
  };
}

/** Each night at 03:17 UTC. */
const crons = { nightly: "17 3 * * *", often: "*/10 * * * *", quarterHour: "*/15 * * * *" } as const;
/** Deduplicates processes started within this time. */
const restartSeconds = 600;

interface JobPace {
  pollSeconds: number;
  /** Doubles after each failure, up to six hours. */
  retrySeconds: number;
}

const usualJobPace: JobPace = { pollSeconds: 15, retrySeconds: 60 };

const hour = 60 * 60;
const day = 24 * hour;
const retryLimit = 10;

const jobQueueOptions = ({ retrySeconds }: JobPace) => ({
  retryLimit,
  retryBackoff: true,
  retryDelay: retrySeconds,
  retryDelayMax: 6 * hour,
  expireInSeconds: 15 * 60,
  // A job is kept for a year after its time, so that it survives downtime.
  retentionSeconds: 365 * day,
  deleteAfterSeconds: 7 * day,
});

/** Jobs that run often are deleted soon: the queue's list is for people. */
const keptBriefly = { deleteAfterSeconds: hour, retryLimit: 1 };

/** Never throws, which would fail the whole batch. */
async function runJob(
  { id, name, data, retryCount }: QueuedJob<object>,
  run: (data: object) => Promise<unknown>,
  log: Logger,
  metrics?: Pick<Metrics, "countJob">,
): Promise<JobResult> {
  const facts = { job: name, job_id: id, retries: retryCount };
  try {
    await run(data);
    metrics?.countJob(name, "done");
    log.debug(facts, "job done");
    return { id, status: "completed" };
  } catch (error) {
    const isLast = retryCount >= retryLimit;
    metrics?.countJob(name, isLast ? "failed" : "retried");
    log.error({ err: error, ...facts }, isLast ? "job failed permanently" : "job failed, will retry");
    return { id, status: "failed", output: { reason: error instanceof Error ? error.message : "unknown" } };
  }
}

const quietMilliseconds = 60_000;

/** The error is logged once a minute: during an outage every poll fails. */
function createQueueErrorLog(log: Logger): (error: { message: string }) => void {
  const saidAt = new Map<string, number>();
  return ({ message }) => {
    const now = Date.now();
    if (now - (saidAt.get(message) ?? 0) < quietMilliseconds) return;
    saidAt.set(message, now);
    log.warn({ reason: message }, "job queue error");
  };
}
