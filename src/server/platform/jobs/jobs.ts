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
  /** Creates or updates pg-boss's tables; call first. */
  start(): Promise<void>;
  /** Transactional enqueue; the transaction must run as the owner. */
  enqueueMail: EnqueueMail;
  /** `send` throws to be retried. */
  workMail(send: (job: MailJob) => Promise<void>): Promise<void>;
  /** Runs soon after the start and every night, in one process. */
  workNightly(queue: string, work: () => Promise<unknown>, pace?: NightlyPace): Promise<void>;
  /** Waits for mails in flight; unfinished ones are retried. */
  stop(): Promise<void>;
}

export interface JobsOptions {
  address: DatabaseAddress;
  log: Logger;
  /** Counts mail outcomes and queue errors. */
  metrics?: Pick<Metrics, "countMail" | "countError">;
  pace?: RetryPolicy;
  /** Whether this process schedules nightly jobs. */
  isScheduling?: boolean;
}

const stopWithinMilliseconds = 15_000;

/** Shared by all processes of one database; survives outages. */
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
