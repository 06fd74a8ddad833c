import type { JobResult, Job as QueuedJob } from "pg-boss";
import type { Logger } from "pino";
import type { Metrics } from "../metrics/create-metrics.ts";

/** 03:17 UTC. */
export const everyNight = "17 3 * * *";
export const everyTenMinutes = "*/10 * * * *";
/** Deduplicates processes started within this time. */
export const restartSeconds = 600;

export interface JobPace {
  pollSeconds: number;
  /** Doubles after each failure, up to six hours. */
  retrySeconds: number;
}

export const usualJobPace: JobPace = { pollSeconds: 15, retrySeconds: 60 };

const hour = 60 * 60;
const day = 24 * hour;
const retryLimit = 10;

export const jobQueueOptions = ({ retrySeconds }: JobPace) => ({
  retryLimit,
  retryBackoff: true,
  retryDelay: retrySeconds,
  retryDelayMax: 6 * hour,
  expireInSeconds: 15 * 60,
  // After its time: a job survives downtime.
  retentionSeconds: 365 * day,
  deleteAfterSeconds: 7 * day,
});

/** Of what runs often: the queue's list is for people. */
export const keptBriefly = { deleteAfterSeconds: hour, retryLimit: 1 };

/** Never throws, which would fail the whole batch. */
export async function runJob(
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
