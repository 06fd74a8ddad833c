import type { Context } from "hono";
import { sql, type Transaction } from "kysely";
import { paths } from "#shared/paths.ts";
import type { Environment, OwnerContext } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { isUniqueViolation } from "../../platform/db/errors.ts";
import type { Effects } from "../../platform/db/types.ts";
import { recordChangedWayIn } from "../account/way-in-changed.ts";
import { ownerOf } from "../owner-of.ts";
import { registerPerson } from "../registration/register-person.ts";
import { isUsableInvitation } from "../registration/usable-invitation.ts";
import { recordSignIn } from "../sessions/record-sign-in.ts";
import { startSession } from "../sessions/start-session.ts";
import { startTwoFactorChallenge } from "../two-factor/two-factor-challenge.ts";
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
    return `/#${paths.secondFactor}`;
  }
  const token = await startSession(c, userId);
  await recordSignIn(c, { userId, token, details: { provider: "google" } });
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

type Needed = Pick<OwnerContext, "now" | "adminEmails" | "log">;

/**
 * Finds by connection, else by e-mail verified here and hosted by Google, else registers by invitation. @throws
 * GoogleRefusal.
 */
async function findOrRegister(
  tx: Transaction<DB>,
  effects: Effects,
  identity: GoogleIdentity,
  dependencies: Needed,
): Promise<string> {
  const email = identity.verifiedEmail;
  // Locked first: of two concurrent sign-ins the later finds the person the earlier created.
  const invitation = email === undefined ? undefined : await lockInvitation(tx, email, dependencies.now());
  const known = await findByGoogle(tx, identity);
  if (known) return known;
  if (email === undefined) throw new GoogleRefusal("google_email_not_verified");
  const owner = await tx
    .selectFrom("auth.users")
    .select(["id", "email_verified"])
    .where("email", "=", email)
    .executeTakeFirst();
  if (owner) {
    // An unverified registrant may be a stranger, whose password would remain valid.
    if (!owner.email_verified) throw new GoogleRefusal("email_not_verified");
    // Mailbox not hosted by Google: it may have a new owner, so require the password.
    if (!identity.isMailboxAtGoogle) throw new GoogleRefusal("google_not_connected");
    await connectGoogle(tx, effects, owner.id, identity);
    return owner.id;
  }
  if (!invitation) throw new GoogleRefusal("invitation_required");
  const way = { provider_id: "google", account_id: identity.sub, email, isEmailVerified: true };
  return registerPerson(tx, effects, {
    ...dependencies,
    now: dependencies.now(),
    email,
    name: identity.name,
    invitation,
    way,
  });
}

const lockInvitation = (tx: Transaction<DB>, email: string, now: Date) =>
  tx
    .selectFrom("invitations")
    .select("id")
    .where("email", "=", email)
    .where(isUsableInvitation(now))
    .forUpdate()
    .executeTakeFirst();

async function findByGoogle(tx: Transaction<DB>, { sub }: GoogleIdentity): Promise<string | undefined> {
  const account = await tx
    .selectFrom("auth.accounts")
    .select("user_id")
    .where("provider_id", "=", "google")
    .where("account_id", "=", sub)
    .executeTakeFirst();
  return account?.user_id;
}

/** @throws GoogleRefusal when unverified, connected to somebody else, or the person has another Google account. */
async function connectGoogle(
  tx: Transaction<DB>,
  effects: Effects,
  userId: string,
  identity: GoogleIdentity,
): Promise<void> {
  const email = identity.verifiedEmail;
  if (email === undefined) throw new GoogleRefusal("google_email_not_verified");
  await tx.selectFrom("auth.users").select("id").where("id", "=", userId).forUpdate().execute();
  const connectedTo = await findByGoogle(tx, identity);
  if (connectedTo === userId) return;
  if (connectedTo || (await isSomebodyElses(tx, userId, email))) throw new GoogleRefusal("google_taken");
  if (await hasGoogle(tx, userId)) throw new GoogleRefusal("other_google_connected");
  const account = { provider_id: "google", account_id: identity.sub, email, user_id: userId };
  await tx
    .insertInto("auth.accounts")
    .values({ ...account, updated_at: sql`now()` })
    .execute();
  recordChangedWayIn(effects, userId, "google_connected");
}

const isSomebodyElses = (tx: Transaction<DB>, userId: string, email: string) =>
  exists(tx.selectFrom("auth.users").select("id").where("email", "=", email).where("id", "<>", userId));

const hasGoogle = (tx: Transaction<DB>, userId: string) =>
  exists(tx.selectFrom("auth.accounts").select("id").where("user_id", "=", userId).where("provider_id", "=", "google"));

const exists = async (query: { executeTakeFirst(): Promise<unknown> }) =>
  (await query.executeTakeFirst()) !== undefined;
