import type { Logger } from "pino";

/** 03:17 UTC. */
export const everyNight = "17 3 * * *";
/** Deduplicates processes started within this time. */
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

/** Rethrows, so the queue retries. */
export async function tryWork(queue: string, work: () => Promise<unknown>, log: Logger): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error({ err: error, queue }, "nightly job failed, will retry");
    throw error;
  }
}
