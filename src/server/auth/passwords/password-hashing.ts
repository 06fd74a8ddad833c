import { hashPassword, verifyPassword } from "better-auth/crypto";
import pLimit from "p-limit";
import { signInRefusals } from "#shared/account/sign-in-messages.ts";
import { HttpError } from "../../platform/http/http-error.ts";

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
}

export interface PasswordHashingOptions {
  concurrency?: number;
  queueLength?: number;
  /** Defaults to scrypt. */
  hasher?: PasswordHasher;
}

/** Leaves one of libuv's four threads free for file system and DNS. */
const usualConcurrency = 3;
const usualQueueLength = 30;
const retryAfterSeconds = 5;

/**
 * Limits concurrency: a hash takes 32 MB and 0.1 s CPU. @throws HttpError 503 with Retry-After when the queue is full.
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
  new HttpError("passwords_busy", signInRefusals.passwordsBusy, {
    headers: { "Retry-After": String(retryAfterSeconds) },
  });
