import { hashPassword, verifyPassword } from "better-auth/crypto";
import pLimit from "p-limit";
import { signInRefusals } from "#shared/sign-in-refusals.ts";
import { HttpError } from "../../platform/http/http-error.ts";

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
}

export interface PasswordHashingOptions {
  concurrency?: number;
  queueLength?: number;
  /** scrypt unless said otherwise. */
  hasher?: PasswordHasher;
}

/** One of Node's four pool threads stays free for files and name lookups; a full queue is two seconds of hashing. */
const usualConcurrency = 3;
const usualQueueLength = 30;
const retryAfterSeconds = 5;

/**
 * Hashes and verifies passwords, a few at a time per process: each takes 32 MB and a tenth of a second of CPU.
 * Both throw HttpError 503 with Retry-After while the queue is full.
 */
export function createPasswordHashing({
  concurrency = usualConcurrency,
  queueLength = usualQueueLength,
  hasher = { hash: hashPassword, verify: verifyPassword },
}: PasswordHashingOptions = {}): PasswordHasher {
  const limit = pLimit(concurrency);
  const enqueue = <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (limit.pendingCount >= queueLength) throw passwordsBusy();
    return limit(work);
  };
  return {
    hash: async (password) => enqueue(() => hasher.hash(password)),
    verify: async (given) => enqueue(() => hasher.verify(given)),
  };
}

const passwordsBusy = () =>
  new HttpError(503, "passwords_busy", signInRefusals.passwordsBusy, {
    headers: { "Retry-After": String(retryAfterSeconds) },
  });
