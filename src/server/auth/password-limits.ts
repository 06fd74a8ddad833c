import type { Context } from "hono";
import type { ErrorCode } from "#shared/errors.ts";
import { clientAddress } from "../http/client-address.ts";
import type { Environment } from "../http/environment.ts";
import { Refusal } from "../http/refusal.ts";

const wrongPasswordCodes = new Set<ErrorCode>(["invalid_credentials", "wrong_password"]);

/**
 * Tries a password within the limits on guessing. The try is counted before it is made, so that guesses sent all at once
 * are counted too, and given back unless the password was wrong.
 * @throws Refusal 429, or whatever `attempt` throws.
 */
export async function withPasswordLimits<Result>(
  c: Context<Environment>,
  email: string,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const { passwordsPerAddress, passwordsPerEmail, passwordsPerEmailAndAddress } = c.var.dependencies.limits;
  const address = clientAddress(c);
  const pair = pairOf(c, email);
  await passwordsPerEmailAndAddress.take(pair);
  await passwordsPerAddress.take(address);
  await passwordsPerEmail.take(email);
  const forgive = () => Promise.all([passwordsPerAddress.giveBack(address), passwordsPerEmail.giveBack(email)]);
  try {
    const result = await attempt();
    await Promise.all([passwordsPerEmailAndAddress.reset(pair), forgive()]);
    return result;
  } catch (error) {
    const wasWrong = error instanceof Refusal && wrongPasswordCodes.has(error.code);
    if (!wasWrong) await Promise.all([passwordsPerEmailAndAddress.giveBack(pair), forgive()]);
    throw error;
  }
}

/** Lets whoever has a new password try it at once, from where they chose it. */
export async function forgetWrongPasswords(c: Context<Environment>, email: string): Promise<void> {
  const { passwordsPerEmail, passwordsPerEmailAndAddress } = c.var.dependencies.limits;
  await Promise.all([passwordsPerEmailAndAddress.reset(pairOf(c, email)), passwordsPerEmail.reset(email)]);
}

const pairOf = (c: Context<Environment>, email: string) => JSON.stringify([email, clientAddress(c)]);
