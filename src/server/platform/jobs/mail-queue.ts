import { once } from "node:events";
import type { Job, JobResult } from "pg-boss";
import type { Logger } from "pino";
import type { MailRequest } from "../mail/mail-content.ts";
import { PermanentError } from "../mail/send-mail.ts";
import type { Metrics } from "../metrics/create-metrics.ts";

export const mailQueue = "mail";
/** What goes to many: others never wait behind it. */
export const bulkMailQueue = "bulk-mail";

export interface RetryPolicy {
  pollSeconds: number;
  /** Exponential backoff, capped. */
  firstRetrySeconds: number;
  longestRetrySeconds: number;
  /** Retries after the recipient was refused. */
  retriesWhenRefused: number;
}

/** Refused: a few hours; others: five days, RFC 5321 (4.5.4.1). */
export const usualPace: RetryPolicy = {
  pollSeconds: 2,
  firstRetrySeconds: 10,
  longestRetrySeconds: 15 * 60,
  retriesWhenRefused: 20,
};

const retryLimit = 500;
const mailTakesAtMostSeconds = 4 * 60;
const day = 24 * 60 * 60;

export function mailQueueOptions({ firstRetrySeconds, longestRetrySeconds }: RetryPolicy) {
  return {
    retryLimit,
    retryBackoff: true,
    retryDelay: firstRetrySeconds,
    retryDelayMax: longestRetrySeconds,
    // Retried by another process after a crash.
    expireInSeconds: mailTakesAtMostSeconds + 60,
    retentionSeconds: 14 * day,
    deleteAfterSeconds: 7 * day,
  };
}

/** Batches of 5; polls again at once while batches are full. */
export function workOptions({ pollSeconds }: { pollSeconds: number }) {
  return { pollingIntervalSeconds: pollSeconds, batchSize: 5, burstWhenBatchFull: true, perJobResults: true } as const;
}

export interface MailJob {
  /** Stable across retries. */
  id: string;
  request: MailRequest;
  /** Aborted on timeout or shutdown. */
  signal: AbortSignal;
}

/** Reports each job's result; never throws, which would fail the whole batch. */
export async function sendMailJob(
  { id, data, retryCount, signal }: Job<MailRequest>,
  send: (job: MailJob) => Promise<void>,
  { retriesWhenRefused }: RetryPolicy,
  log: Logger,
  metrics?: Pick<Metrics, "countMail">,
): Promise<JobResult> {
  const facts = { mail_id: id, template: data.template, retries: retryCount };
  try {
    await inTime(signal, (inTimeSignal) => send({ id, request: data, signal: inTimeSignal }));
    metrics?.countMail("sent");
    return { id, status: "completed" };
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    const isLast = retryCount >= (error instanceof PermanentError ? retriesWhenRefused : retryLimit);
    metrics?.countMail(isLast ? "failed" : "retried");
    if (isLast) log.error({ ...facts, reason }, "mail failed permanently");
    else log.warn({ ...facts, reason }, "mail failed, will retry");
    // Without a dead letter queue, "deadletter" fails without retry.
    return { id, status: isLast ? "deadletter" : "failed", output: { reason } };
  }
}

/** Times out work that ignores the signal. */
async function inTime(signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const deadline = AbortSignal.timeout(mailTakesAtMostSeconds * 1000);
  const end = AbortSignal.any([signal, deadline]);
  const tooLate = once(end, "abort").then(() => {
    throw new Error("It was not done in time.");
  });
  tooLate.catch(() => {});
  await Promise.race([work(end), tooLate]);
}
