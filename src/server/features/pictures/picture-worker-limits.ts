/** What the worker writes once it has loaded: without it, the worker is at fault and not the picture. */
export const workerReady = "ready\n";

export const pictureWorkerLimits = {
  decodeSeconds: 10,
  /** From its start to its end, by the clock and by the processor. */
  seconds: 20,
  /** Private memory, V8's and the decoders' together; without a picture it is about 100 MiB. Enforced by Linux. */
  dataKibibytes: 320 * 1024,
  /** Of each thread: decoders start one per processor, and stacks count as memory. */
  stackKibibytes: 2048,
};
