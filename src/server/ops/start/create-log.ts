import { type DestinationStream, type Logger, pino } from "pino";
import { currentRequest } from "../../platform/http/request-log.ts";

/** JSON lines on stdout. Errors: name, code, stack only; PostgreSQL's messages contain row values. */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  return pino({ level, base: null, serializers: { err: describeError }, mixin: currentRequest }, destination);
}

export function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, stack } = error;
  return { type: name, code: (error as { code?: string }).code, stack };
}
