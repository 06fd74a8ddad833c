import type { Logger } from "pino";

const quietMilliseconds = 60_000;

/** Once a minute: during an outage every poll fails. */
export function createQueueErrorLog(log: Logger): (error: { message: string }) => void {
  const saidAt = new Map<string, number>();
  return ({ message }) => {
    const now = Date.now();
    if (now - (saidAt.get(message) ?? 0) < quietMilliseconds) return;
    saidAt.set(message, now);
    log.warn({ reason: message }, "job queue error");
  };
}
