import type { Problem } from "./errors.ts";

/** The server's words as people read them: with an unexpected failure comes what to tell the club. */
export const describeProblem = ({ detail, request_id }: Pick<Problem, "detail" | "request_id">): string =>
  request_id ? `${detail} If you tell us about it, give this number: ${request_id}.` : detail;

/** In place of the server's words, where a proxy or a crash answered without any. */
export const unreadableAnswerMessage = "The club did not answer as it should. Please try again in a moment.";
