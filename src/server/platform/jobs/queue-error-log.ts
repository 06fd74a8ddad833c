import type { Logger } from "pino";

const quietMilliseconds = 60_000;

/** Says a trouble of the queue once a minute: while the database is away, every poll meets the same one. */
export function createQueueErrorLog(log: Logger): (trouble: { message: string }) => void {
  const saidAt = new Map<string, number>();
  return ({ message }) => {
    const now = Date.now();
    if (now - (saidAt.get(message) ?? 0) < quietMilliseconds) return;
    saidAt.set(message, now);
    log.warn({ reason: message }, "The job queue met with a trouble");
  };
}
