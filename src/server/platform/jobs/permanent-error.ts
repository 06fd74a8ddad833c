/** Trying again will hardly help: the job is given up after a few tries instead of many. */
export class PermanentError extends Error {
  override name = "PermanentError";
}
