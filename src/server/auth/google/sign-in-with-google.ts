import type { Context } from "hono";
import { paths } from "#shared/paths.ts";
import type { Environment } from "../../context.ts";
import { isUniqueViolation } from "../../platform/db/errors.ts";
import { ownerOf } from "../owner-of.ts";
import { startSession } from "../sessions/start-session.ts";
import { startTwoFactorChallenge } from "../two-factor/two-factor-challenge.ts";
import { connectGoogle } from "./connect-google.ts";
import { findOrRegister } from "./find-or-register.ts";
import { type GoogleIdentity, GoogleRefusal } from "./google-provider.ts";

/** Signs in or starts the two-factor challenge. @returns the redirect target. @throws GoogleRefusal, audited. */
export async function signInWithGoogle(
  c: Context<Environment>,
  identity: GoogleIdentity,
  returnPath: string,
): Promise<string> {
  const { db, asOwner } = ownerOf(c);
  const enter = () => asOwner(null, (tx, effects) => findOrRegister(tx, effects, identity, ownerOf(c)));
  const userId = await againIfRaced(enter).catch(async (error) => {
    if (error instanceof GoogleRefusal) await recordRefusal(c, identity, error);
    throw error;
  });
  const person = db.selectFrom("auth.users").select("two_factor_enabled").where("id", "=", userId);
  if ((await person.executeTakeFirstOrThrow()).two_factor_enabled) {
    await startTwoFactorChallenge(c, userId);
    return `/#${paths.login}?two_factor=1`;
  }
  await startSession(c, userId);
  await asOwner(userId, async (_tx, effects) => effects.audit("signed_in", userId, { provider: "google" }));
  return returnPath;
}

/** @throws GoogleRefusal */
export async function linkGoogle(c: Context<Environment>, identity: GoogleIdentity, userId: string): Promise<void> {
  if (c.var.session?.userId !== userId) throw new GoogleRefusal("session_missing");
  const dependencies = ownerOf(c);
  const connect = () => dependencies.asOwner(userId, (tx, effects) => connectGoogle(tx, effects, userId, identity));
  await againIfRaced(connect);
}

/** Retries once after a unique violation: the concurrent insert is then found. */
const againIfRaced = <Result>(work: () => Promise<Result>): Promise<Result> =>
  work().catch((error) => {
    if (isUniqueViolation(error)) return work();
    throw error;
  });

async function recordRefusal(c: Context<Environment>, { verifiedEmail }: GoogleIdentity, { code }: GoogleRefusal) {
  const { db, asOwner } = ownerOf(c);
  const owner = db
    .selectFrom("auth.users")
    .select("id")
    .where("email", "=", verifiedEmail ?? "");
  const subjectId = (await owner.executeTakeFirst())?.id ?? null;
  const details = { provider: "google", reason: code };
  await asOwner(null, async (_tx, effects) => effects.audit("sign_in_failed", subjectId, details));
}
