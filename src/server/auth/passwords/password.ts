import type { Context } from "hono";
import { sql, type Transaction } from "kysely";
import { accountMessages } from "#shared/account/account-messages.ts";
import { minimumPasswordLength } from "#shared/account/password-rules.ts";
import { registrationMessages } from "#shared/account/registration-messages.ts";
import { yourDataMessages } from "#shared/deletion-requests/deletion-request-messages.ts";
import type { Environment } from "../../context.ts";
import type { Database } from "../../platform/db/connect.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { HttpError, refusedField } from "../../platform/http/http-error.ts";
import type { Limit, LimitKey } from "../limits.ts";
import { ownerOf } from "../owner-of.ts";
import type { CurrentSession } from "../sessions/session.ts";
import { findKnownDevice } from "./known-device.ts";

const refusedCommonPasswords = 10_000;

interface PasswordOwner {
  email: string;
  full_name: string | null | undefined;
}

export const findPasswordOwner = (db: Database, userId: string): Promise<PasswordOwner> =>
  db.selectFrom("people").select(["email", "full_name"]).where("id", "=", userId).executeTakeFirstOrThrow();

/** The name of the club, and its owner's address and name, are nobody's password. @throws HttpError `weak_password` with its reasons. */
export async function assertStrongPassword(password: string, clubName: string, owner: PasswordOwner): Promise<void> {
  const reasons: string[] = [];
  if (password.length < minimumPasswordLength) reasons.push("length");
  if (isNameOfClub(password, clubName)) reasons.push("club_name");
  if (isOfOwner(password, owner)) reasons.push("own_name");
  if (new Set(password.trim()).size < 2) reasons.push("repeated");
  if (await isCommon(password)) reasons.push("common");
  if (reasons.length > 0) throw new HttpError("weak_password", registrationMessages.weakPassword, { reasons });
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, "");

/** Fewer say nothing about the rest of a password. */
const fewestTellingLetters = 3;

/** The address, the part before its @, or the name; also with other digits and signs around it. */
function isOfOwner(password: string, { email, full_name }: PasswordOwner): boolean {
  return [email, email.slice(0, email.lastIndexOf("@")), full_name ?? ""].some((text) => {
    const letters = lettersOf(text);
    if (letters.length >= fewestTellingLetters) return lettersOf(password) === letters;
    return text !== "" && password.toLowerCase() === text.toLowerCase();
  });
}

/** Its name or a word of it, in whatever case, with digits and signs around it. */
function isNameOfClub(password: string, clubName: string): boolean {
  const letters = lettersOf(password);
  return letters !== "" && [clubName, ...clubName.split(/\s+/)].some((word) => lettersOf(word) === letters);
}

/** The list is loaded with the first password that somebody chooses. */
async function isCommon(password: string): Promise<boolean> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  // In lower case, most frequent first.
  return dictionary["passwords-common"].slice(0, refusedCommonPasswords).includes(password.toLowerCase());
}

/** Serialises password changes until the end of the transaction. */
export async function lockPerson(tx: Transaction<DB>, userId: string): Promise<void> {
  await tx.selectFrom("auth.users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
}

/** Voids pending two-factor challenges and reset links. Sessions are the caller's to revoke. */
export async function setPassword(tx: Transaction<DB>, userId: string, passwordHash: string): Promise<void> {
  const changed = { password: passwordHash, updated_at: sql<Date>`now()` };
  await tx
    .insertInto("auth.accounts")
    .values({ user_id: userId, account_id: userId, provider_id: "credential", ...changed })
    .onConflict((conflict) => conflict.columns(["provider_id", "account_id"]).doUpdateSet(changed))
    .execute();
  await tx.deleteFrom("auth.verifications").where("value", "=", userId).execute();
}

/** @throws HttpError no_password, wrong_password, 429. */
export async function assertOwnPassword(
  c: Context<Environment>,
  { userId, user }: CurrentSession,
  password: string,
): Promise<void> {
  const { auth, asOwner } = ownerOf(c);
  const hash = await findHash(c, userId);
  if (!hash) throw new HttpError("no_password", accountMessages.noPassword);
  const { verify } = (await auth.$context).password;
  await withPasswordLimits(c, user.email, async () => {
    if (await verify({ hash, password })) return;
    await asOwner(userId, async (_tx, effects) => effects.audit("password_check_failed", userId));
    throw new HttpError("wrong_password", accountMessages.wrongPassword);
  });
}

/** Accounts that only use Google need none. @throws HttpError 422 when missing, wrong_password, 429. */
export async function assertOwnPasswordIfAny(
  c: Context<Environment>,
  session: CurrentSession,
  password: string | undefined,
): Promise<void> {
  if (!(await findHash(c, session.userId))) return;
  if (password) return assertOwnPassword(c, session, password);
  const message = yourDataMessages.passwordMissing;
  throw refusedField("password", message);
}

async function findHash(c: Context<Environment>, userId: string): Promise<string | null | undefined> {
  const account = await ownerOf(c)
    .db.selectFrom("auth.accounts")
    .select("password as hash")
    .where("user_id", "=", userId)
    .where("provider_id", "=", "credential")
    .executeTakeFirst();
  return account?.hash;
}

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
