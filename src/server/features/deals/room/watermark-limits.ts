import { z } from "zod";

/** Sent with each page. */
export const markSchema = z.object({ text: z.string().max(1000) });

/** A page and its text, each way. */
export const maximumMarkFrameBytes = 16 * 1024 * 1024;

export const workerReady = { kind: "ready" };

export const watermarkLimits = {
  /** For one page, once the process has started. */
  seconds: 10,
  /** A busy machine may need this long; half a second is usual. */
  startSeconds: 60,
  dataKibibytes: 320 * 1024,
  stackKibibytes: 2048,
};
