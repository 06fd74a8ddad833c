import type { Context } from "hono";
import { paths } from "#shared/paths.ts";
import { writeAudit } from "../../db/audit.ts";
import { isUniqueViolation } from "../../db/errors.ts";
import type { Environment } from "../../http/environment.ts";
import { askForSecondFactor } from "../ask-for-second-factor.ts";
import { startSession } from "../start-session.ts";
import { connectGoogle } from "./connect-google.ts";
import { findOrRegister } from "./find-or-register.ts";
import type { GoogleIdentity } from "./google-identity.ts";
import { GoogleRefusal } from "./google-refusal.ts";

/**
 * Signs in whoever the Google account belongs to, or begins to: with a second factor, its code comes first.
 * @returns the page that follows.
 * @throws GoogleRefusal, which leaves an audit row.
 */
export async function enterWithGoogle(
  c: Context<Environment>,
  identity: GoogleIdentity,
  returnPath: string,
): Promise<string> {
  const { db } = c.var.dependencies;
  const enter = () => db.transaction().execute((tx) => findOrRegister(tx, identity, c.var.dependencies));
  const userId = await againIfRaced(enter).catch(async (error) => {
    if (error instanceof GoogleRefusal) await recordRefusal(c, identity, error);
    throw error;
  });
  const person = db.selectFrom("auth.users").select("two_factor_enabled").where("id", "=", userId);
  if ((await person.executeTakeFirstOrThrow()).two_factor_enabled) {
    await askForSecondFactor(c, userId);
    return `/#${paths.login}?two_factor=1`;
  }
  await startSession(c, userId);
  await db.transaction().execute((tx) => writeAudit(tx, userId, [["signed_in", userId, { provider: "google" }]]));
  return returnPath;
}

/**
 * Connects a Google account to that of the person who asked for it and is still signed in in this browser.
 * @throws GoogleRefusal
 */
export async function addGoogle(c: Context<Environment>, identity: GoogleIdentity, userId: string): Promise<void> {
  if (c.var.session?.userId !== userId) throw new GoogleRefusal("session_missing");
  const { dependencies } = c.var;
  const connect = () =>
    dependencies.db.transaction().execute((tx) => connectGoogle(tx, userId, identity, dependencies));
  await againIfRaced(connect);
}

/** One that lost a race for the same Google account finds on its second try what the first to arrive has made. */
const againIfRaced = <Result>(work: () => Promise<Result>): Promise<Result> =>
  work().catch((error) => {
    if (isUniqueViolation(error)) return work();
    throw error;
  });

async function recordRefusal(c: Context<Environment>, { verifiedEmail }: GoogleIdentity, { code }: GoogleRefusal) {
  const { db } = c.var.dependencies;
  const owner = db
    .selectFrom("auth.users")
    .select("id")
    .where("email", "=", verifiedEmail ?? "");
  const subjectId = (await owner.executeTakeFirst())?.id ?? null;
  const details = { provider: "google", reason: code };
  await db.transaction().execute((tx) => writeAudit(tx, null, [["sign_in_failed", subjectId, details]]));
}
