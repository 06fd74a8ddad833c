import { fromKysely, PgBoss } from "pg-boss";
import type { Logger } from "pino";
import { type DatabaseAddress, pgOptions } from "../db/database-address.ts";
import type { EnqueueMail } from "../db/types.ts";
import type { MailRequest } from "../mail/mail-request.ts";
import type { Metrics } from "../metrics/create-metrics.ts";
import type { MailJob } from "./mail-job.ts";
import { mailQueue, mailQueueOptions, mailWorkOptions, type RetryPolicy, usualPace } from "./mail-queue.ts";
import {
  everyNight,
  type NightlyPace,
  nightlyPace,
  nightlyQueueOptions,
  restartSeconds,
  tryWork,
} from "./nightly-work.ts";
import { createQueueErrorLog } from "./queue-error-log.ts";
import { sendMailJob } from "./send-mail-job.ts";

export interface Jobs {
  /** Makes or updates the queue's own tables. Nothing else works before it. */
  start(): Promise<void>;
  /** Queues mails in the caller's transaction, which has to run as the owner: they are sent if it commits. */
  enqueueMail: EnqueueMail;
  /** From now on this process sends mails; it throws when one has to be tried again. */
  workMail(send: (job: MailJob) => Promise<void>): Promise<void>;
  /** Does this work once soon after the start and once every night, in one of all processes. */
  workNightly(queue: string, work: () => Promise<unknown>, pace?: NightlyPace): Promise<void>;
  /** Waits for the mails that are being sent; what is not done in time is tried again by whoever comes next. */
  stop(): Promise<void>;
}

export interface JobsOptions {
  address: DatabaseAddress;
  log: Logger;
  /** Told what became of every mail that was tried, and of troubles of the queue itself. */
  metrics?: Pick<Metrics, "countMail" | "countError">;
  pace?: RetryPolicy;
  /** Whether this process looks at the clock for what is done every night. */
  isScheduling?: boolean;
}

const stopWithinMilliseconds = 15_000;

/** The queue of all processes on one database. It outlives them, and a database that is away for a while. */
export function createJobs({ address, log, metrics, pace = usualPace, isScheduling = false }: JobsOptions): Jobs {
  const boss = new PgBoss({ ...pgOptions(address), schema: "pgboss", max: 2, schedule: isScheduling });
  const logQueueError = createQueueErrorLog(log);
  boss.on("error", (trouble) => {
    metrics?.countError("queue");
    logQueueError(trouble);
  });
  boss.on("warning", logQueueError);
  return {
    start: async () => {
      await boss.start();
      await boss.createQueue(mailQueue, mailQueueOptions(pace));
      await boss.updateQueue(mailQueue, mailQueueOptions(pace));
    },
    enqueueMail: async (tx, requests) => {
      if (requests.length === 0) return;
      await boss.insert(
        mailQueue,
        requests.map((data) => ({ data })),
        { db: fromKysely(tx) },
      );
    },
    workMail: async (send) => {
      await boss.work<MailRequest>(mailQueue, mailWorkOptions(pace), (jobs) =>
        Promise.all(jobs.map((job) => sendMailJob(job, send, pace, log, metrics))),
      );
    },
    workNightly: async (queue, work, given = nightlyPace) => {
      await boss.createQueue(queue, nightlyQueueOptions(given));
      await boss.schedule(queue, everyNight);
      await boss.work(queue, { pollingIntervalSeconds: given.pollSeconds }, () => tryWork(queue, work, log));
      await boss.send(queue, {}, { singletonSeconds: restartSeconds });
    },
    stop: () => boss.stop({ timeout: stopWithinMilliseconds }),
  };
}
