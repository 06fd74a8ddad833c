import { fromKysely, PgBoss } from "pg-boss";
import type { Logger } from "pino";
import type { EnqueueMail } from "../db/as-actor.ts";
import { type DatabaseAddress, pgOptions } from "../db/database-address.ts";
import type { MailRequest } from "../mail/mail-request.ts";
import { createTroubleLog } from "./job-troubles.ts";
import type { MailJob } from "./mail-job.ts";
import { type MailPace, mailQueue, mailQueueOptions, mailWorkOptions, usualPace } from "./mail-queue.ts";
import { pictureQueue, pictureQueueOptions, pictureSchedule } from "./picture-queue.ts";
import { tryMail } from "./try-mail.ts";

export interface Jobs {
  /** Makes or updates the queue's own tables. Nothing else works before it. */
  start(): Promise<void>;
  /** Queues mails in the caller's transaction, which has to run as the owner: they are sent if it commits. */
  enqueueMail: EnqueueMail;
  /** From now on this process sends mails; it throws when one has to be tried again. */
  workMail(send: (job: MailJob) => Promise<void>): Promise<void>;
  /** From now on this process takes its turn at removing unused pictures: once an hour, and once when it starts. */
  workPictures(remove: () => Promise<unknown>): Promise<void>;
  /** Waits for the mails that are being sent; what is not done in time is tried again by whoever comes next. */
  stop(): Promise<void>;
}

export interface JobsOptions {
  address: DatabaseAddress;
  log: Logger;
  pace?: MailPace;
}

const stopWithinMilliseconds = 15_000;

/** The queue of all processes on one database. It outlives them, and a database that is away for a while. */
export function createJobs({ address, log, pace = usualPace }: JobsOptions): Jobs {
  const boss = new PgBoss({ ...pgOptions(address), schema: "pgboss", max: 2 });
  const sayTrouble = createTroubleLog(log);
  boss.on("error", sayTrouble);
  boss.on("warning", sayTrouble);
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
        Promise.all(jobs.map((job) => tryMail(job, send, pace, log))),
      );
    },
    workPictures: async (remove) => {
      await boss.createQueue(pictureQueue, pictureQueueOptions);
      await boss.work(pictureQueue, () =>
        remove().catch((error: Error) => {
          log.error({ err: error }, "Unused pictures were not removed");
          throw error;
        }),
      );
      await boss.schedule(pictureQueue, pictureSchedule);
      await boss.send(pictureQueue);
    },
    stop: () => boss.stop({ timeout: stopWithinMilliseconds }),
  };
}
