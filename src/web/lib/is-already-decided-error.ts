import { ApiError } from "./api.ts";

/** Whether a decision came too late: another admin was faster, or what was to be decided is gone. */
export const isAlreadyDecidedError = (error: Error): boolean =>
  error instanceof ApiError && (error.problem.code === "already_reviewed" || error.problem.status === 404);
