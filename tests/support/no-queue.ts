import type { Queue } from "#server/platform/db/types.ts";

/** The queue is for transactions whose mails and jobs a test does not look at. */
export const noQueue: Queue = { enqueueMail: async () => {}, schedule: async () => {} };
