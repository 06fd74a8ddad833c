import { type DestinationStream, type Logger, pino } from "pino";
import { currentRequest } from "../../platform/http/request-context.ts";

/**
 * The club's log: JSON lines on standard output. Of an error it holds name, code and stack alone: PostgreSQL's errors
 * carry the values of the row, and those are people's. A line about a request carries its id.
 */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  return pino({ level, base: null, serializers: { err: describeError }, mixin: currentRequest }, destination);
}

export function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, stack } = error;
  return { type: name, code: (error as { code?: string }).code, stack };
}
