import type { Logger } from "pino";

/** 03:17 UTC. */
export const everyNight = "17 3 * * *";
/** Processes that start within this time of each other have it done once. */
export const restartSeconds = 600;
const day = 24 * 60 * 60;

export const nightlyPace = { pollSeconds: 30, retrySeconds: 60 };
export type NightlyPace = typeof nightlyPace;

export const nightlyQueueOptions = ({ retrySeconds }: NightlyPace) => ({
  retryLimit: 5,
  retryBackoff: true,
  retryDelay: retrySeconds,
  expireInSeconds: 15 * 60,
  retentionSeconds: 2 * day,
  deleteAfterSeconds: 7 * day,
});

/** @throws what the work throws, so that the queue tries it again. */
export async function tryWork(queue: string, work: () => Promise<unknown>, log: Logger): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error({ err: error, queue }, "Nightly work failed, to be tried again");
    throw error;
  }
}
