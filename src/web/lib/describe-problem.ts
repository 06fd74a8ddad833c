import type { Problem } from "../../shared/errors.ts";

/** Adds the request id to unexpected errors. */
export const describeProblem = ({ detail, request_id }: Pick<Problem, "detail" | "request_id">): string =>
  request_id ? `${detail} If you tell us about it, give this number: ${request_id}.` : detail;

/** For non-JSON responses of a proxy or crash. */
export const unreadableAnswerMessage = "The club did not answer as it should. Please try again in a moment.";
