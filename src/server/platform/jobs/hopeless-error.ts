/** Trying again will hardly help: the job is given up after a few tries instead of many. */
export class HopelessError extends Error {
  override name = "HopelessError";
}
