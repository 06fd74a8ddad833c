/** The worker's argument. */
export type PicturePurpose = "profile" | "content" | "company" | "logo" | "icon";

/** Written after loading: a failure before it is not the picture's. */
export const workerReady = "ready\n";

export const pictureWorkerLimits = {
  decodeSeconds: 10,
  /** Wall clock and CPU. */
  seconds: 20,
  /** RLIMIT_DATA on Linux; about 100 MiB are used without a picture. */
  dataKibibytes: 320 * 1024,
  /** Per thread: decoders start one per CPU, and stacks count. */
  stackKibibytes: 2048,
};
