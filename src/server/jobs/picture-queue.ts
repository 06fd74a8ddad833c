export const pictureQueue = "unused-pictures";

/** Every hour, at a quarter past. */
export const pictureSchedule = "15 * * * *";

/** However many processes ask for it, one job waits and one runs. What failed is done by the next hour's. */
export const pictureQueueOptions = { policy: "stately", retryLimit: 0, expireInSeconds: 10 * 60 } as const;
