export const mailQueue = "mail";

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

export const retryLimit = 500;
export const mailTakesAtMostSeconds = 4 * 60;
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
    deleteAfterSeconds: day,
  };
}

/** Batches of 5; polls again at once while batches are full. */
export function workOptions({ pollSeconds }: { pollSeconds: number }) {
  return { pollingIntervalSeconds: pollSeconds, batchSize: 5, burstWhenBatchFull: true, perJobResults: true } as const;
}
