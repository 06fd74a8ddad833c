import { filesBusyMessage } from "#shared/errors.ts";
import { createTurns } from "../take-turns.ts";
import { HttpError } from "./http-error.ts";

/** Of all people, and of one. A PDF or an export takes the main thread some 70 ms: a process of its own would take longer to start. */
const maximumWaiting = 20;
const maximumWaitingOfOne = 3;
const retryAfterSeconds = 2;

/** Makes a file for somebody who asked for it. */
export interface FileMaker {
  /**
   * Makes one file at a time.
   * @param who whose calls are counted: a person, or a link.
   * @throws HttpError 429 after many of one person, 503 with Retry-After while too many wait.
   */
  make<Result>(who: string, work: () => Promise<Result>): Promise<Result>;
}

export function createFileMaker(limit: { take(key: string): Promise<unknown> }): FileMaker {
  const turns = createTurns({ waiting: maximumWaiting, waitingOfOne: maximumWaitingOfOne, busy });
  return {
    async make(who, work) {
      await limit.take(who);
      return turns.take(who, work);
    },
  };
}

const busy = () =>
  new HttpError("files_busy", filesBusyMessage, { headers: { "Retry-After": String(retryAfterSeconds) } });
