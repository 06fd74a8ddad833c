import { hashPassword, verifyPassword } from "better-auth/crypto";
import pLimit from "p-limit";
import { signInRefusals } from "#shared/sign-in-refusals.ts";
import { Refusal } from "../http/refusal.ts";

export interface PasswordQueue {
  concurrency: number;
  queueLength: number;
}

/** One of Node's four pool threads stays free for files and name lookups; a full queue is two seconds of hashing. */
const usualQueue: PasswordQueue = { concurrency: 3, queueLength: 30 };
const retryAfterSeconds = 5;

/**
 * Hashes and verifies passwords, a few at a time per process: each takes 32 MB and a tenth of a second of CPU.
 * Both throw Refusal 503 with Retry-After while the queue is full.
 */
export function createPasswordHashing({ concurrency, queueLength } = usualQueue) {
  const limit = pLimit(concurrency);
  const enqueue = <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (limit.pendingCount >= queueLength) throw passwordsBusy();
    return limit(work);
  };
  return {
    hash: async (password: string) => enqueue(() => hashPassword(password)),
    verify: async (given: { hash: string; password: string }) => enqueue(() => verifyPassword(given)),
  };
}

const passwordsBusy = () =>
  new Refusal(503, "passwords_busy", signInRefusals.passwordsBusy, {
    headers: { "Retry-After": String(retryAfterSeconds) },
  });
