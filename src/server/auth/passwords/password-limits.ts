import type { Context } from "hono";
import type { Environment } from "../../context.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import type { Limit, LimitKey } from "../limits.ts";
import { ownerOf } from "../owner-of.ts";
import { findKnownDevice } from "./known-device.ts";

/**
 * Counts before the attempt, so parallel guesses count; refunds when right or on a server error. @throws HttpError 429,
 * or from `attempt`.
 */
export async function withPasswordLimits<Result>(
  c: Context<Environment>,
  email: string,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const { rightPasswordsPerEmail } = ownerOf(c).limits;
  await rightPasswordsPerEmail.assertOpen(email);
  const counters = await countersOf(c, email);
  await takeAll(counters, email);
  try {
    const result = await attempt();
    await Promise.all(counters.map(({ limit, key, isOwn }) => (isOwn ? limit.reset(key) : limit.giveBack(key))));
    await rightPasswordsPerEmail.tryTake(email, { email });
    return result;
  } catch (error) {
    if (!isFailedTry(error)) await giveBackAll(counters);
    if (isUnverified(error)) await rightPasswordsPerEmail.tryTake(email, { email });
    throw error;
  }
}

/** Resets this address's and network's counters after a password reset. */
export async function forgetWrongPasswords(c: Context<Environment>, email: string): Promise<void> {
  const { passwordsPerEmail, passwordsPerEmailAndAddress, rightPasswordsPerEmail } = ownerOf(c).limits;
  await Promise.all([
    passwordsPerEmailAndAddress.reset(pairOf(c, email)),
    passwordsPerEmail.reset(email),
    rightPasswordsPerEmail.reset(email),
  ]);
}

interface Counter {
  limit: Limit;
  key: LimitKey;
  /** Per person: a right password resets it. */
  isOwn: boolean;
}

/** Known browsers have their own counter, so strangers cannot lock the person out. */
async function countersOf(c: Context<Environment>, email: string): Promise<Counter[]> {
  const { limits } = ownerOf(c);
  const device = await findKnownDevice(c, email);
  if (device) return [{ limit: limits.passwordsPerDevice, key: device, isOwn: true }];
  // Network first: once exhausted, it creates no rows per e-mail.
  return [
    { limit: limits.passwordsPerAddress, key: clientAddress(c), isOwn: false },
    { limit: limits.passwordsPerEmailAndAddress, key: pairOf(c, email), isOwn: true },
    { limit: limits.passwordsPerEmail, key: email, isOwn: false },
  ];
}

async function takeAll(counters: readonly Counter[], email: string): Promise<void> {
  for (const [index, { limit, key }] of counters.entries()) {
    try {
      await limit.take(key, { email });
    } catch (error) {
      await giveBackAll(counters.slice(0, index));
      throw error;
    }
  }
}

const giveBackAll = (counters: readonly Counter[]) =>
  Promise.all(counters.map(({ limit, key }) => limit.giveBack(key)));

const isUnverified = (error: unknown) => error instanceof HttpError && error.code === "email_not_verified";

const isFailedTry = (error: unknown) => error instanceof HttpError && error.status < 500 && !isUnverified(error);

const pairOf = (c: Context<Environment>, email: string) => [email, clientAddress(c)] as const;
