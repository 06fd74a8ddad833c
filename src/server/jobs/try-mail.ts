import type { Job, JobResult } from "pg-boss";
import type { Logger } from "pino";
import type { MailRequest } from "../mail/mail-request.ts";
import { HopelessError } from "./hopeless-error.ts";
import type { MailJob } from "./mail-job.ts";
import { type MailPace, mailTakesAtMostSeconds, retryLimit } from "./mail-queue.ts";

/** Tries one mail of several, and tells the queue how it went; it never throws, which would fail the others too. */
export async function tryMail(
  { id, data, retryCount, signal }: Job<MailRequest>,
  send: (job: MailJob) => Promise<void>,
  { retriesWhenRefused }: MailPace,
  log: Logger,
): Promise<JobResult> {
  const deadline = AbortSignal.timeout(mailTakesAtMostSeconds * 1000);
  try {
    await send({ id, request: data, signal: AbortSignal.any([signal, deadline]) });
    return { id, status: "completed" };
  } catch (error) {
    const limit = error instanceof HopelessError ? retriesWhenRefused : retryLimit;
    const isLast = retryCount >= limit;
    const reason = error instanceof Error ? error.message : "unknown";
    const facts = { mail_id: id, template: data.template, reason, retries: retryCount };
    if (isLast) log.error(facts, "Mail given up");
    else log.warn(facts, "Mail not sent, to be tried again");
    // Without a queue of dead letters, "deadletter" is a failure that is not tried again.
    return { id, status: isLast ? "deadletter" : "failed", output: { reason } };
  }
}
