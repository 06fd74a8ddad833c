export const mailQueue = "mail";

export interface RetryPolicy {
  pollSeconds: number;
  /** The wait after a first failure; it doubles from try to try, up to the longest. */
  firstRetrySeconds: number;
  longestRetrySeconds: number;
  /** How often a mail is tried again that the mail server will not have for this person. */
  retriesWhenRefused: number;
}

/** A refused mail is given up after a few hours, any other after five days, as RFC 5321 (4.5.4.1) has it. */
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
    // When a process dies over a mail, another takes it up after this time.
    expireInSeconds: mailTakesAtMostSeconds + 60,
    retentionSeconds: 14 * day,
    deleteAfterSeconds: day,
  };
}

/** Five mails at a time, and no pause before the next five while there are that many. */
export function mailWorkOptions({ pollSeconds }: RetryPolicy) {
  return { pollingIntervalSeconds: pollSeconds, batchSize: 5, burstWhenBatchFull: true, perJobResults: true } as const;
}
