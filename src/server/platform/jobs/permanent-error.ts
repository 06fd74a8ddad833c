/** Retry is unlikely to help: few attempts. */
export class PermanentError extends Error {
  override name = "PermanentError";
}
