import { once } from "node:events";
import type { Job, JobResult } from "pg-boss";
import type { Logger } from "pino";
import type { MailRequest } from "../mail/mail-request.ts";
import type { Metrics } from "../metrics/create-metrics.ts";
import type { MailJob } from "./mail-job.ts";
import { mailTakesAtMostSeconds, type RetryPolicy, retryLimit } from "./mail-queue.ts";
import { PermanentError } from "./permanent-error.ts";

/** Tries one mail of several, and tells the queue how it went; it never throws, which would fail the others too. */
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
    if (isLast) log.error({ ...facts, reason }, "Mail given up");
    else log.warn({ ...facts, reason }, "Mail not sent, to be tried again");
    // Without a queue of dead letters, "deadletter" is a failure that is not tried again.
    return { id, status: isLast ? "deadletter" : "failed", output: { reason } };
  }
}

/** Waits no longer than a mail may take, even for work that does not heed the signal. */
async function inTime(signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const deadline = AbortSignal.timeout(mailTakesAtMostSeconds * 1000);
  const end = AbortSignal.any([signal, deadline]);
  const tooLate = once(end, "abort").then(() => {
    throw new Error("It was not done in time.");
  });
  tooLate.catch(() => {});
  await Promise.race([work(end), tooLate]);
}
