import { once } from "node:events";
import type { Job, JobResult } from "pg-boss";
import type { Logger } from "pino";
import type { MailRequest } from "../mail/mail-request.ts";
import type { Metrics } from "../metrics/create-metrics.ts";
import type { MailJob } from "./mail-job.ts";
import { mailTakesAtMostSeconds, type RetryPolicy, retryLimit } from "./mail-queue.ts";
import { PermanentError } from "./permanent-error.ts";

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
