import { createHash, randomBytes, randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { recoveryMessages } from "#shared/account/mail-link-messages.ts";
import type { OwnerContext } from "../../context.ts";
import type { Database } from "../../platform/db/connect.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { recordChangedWayIn } from "../account/way-in-changed.ts";
import { endOtherAccess } from "../sessions/revoke-sessions.ts";
import { assertStrongPassword, findPasswordOwner, lockPerson, setPassword } from "./password.ts";

export async function requestPasswordReset(
  { asOwner, limits }: Pick<OwnerContext, "asOwner" | "limits">,
  email: string,
): Promise<void> {
  if (!(await limits.recoveryMailsPerEmail.tryTake(email, { email }))) return;
  await asOwner(null, async (tx, effects) => {
    const person = await tx.selectFrom("auth.users").select("id").where("email", "=", email).executeTakeFirst();
    effects.audit("password_reset_requested", person?.id ?? null);
    // Queued for unknown e-mails too, then dropped: equal response times.
    effects.mail("password-reset", { user_id: person?.id ?? randomUUID() });
  });
}

/**
 * Consumes the token, revokes all sessions, disconnects Google, removes passkeys, revokes API keys and marks the e-mail
 * verified. @throws HttpError invalid_token, weak_password.
 */
export async function resetPassword(
  dependencies: Pick<OwnerContext, "db" | "asOwner" | "auth" | "now" | "readClub">,
  token: string,
  password: string,
): Promise<{ userId: string; email: string }> {
  const { db, asOwner, auth, now, readClub } = dependencies;
  // Checked before hashing and locking: a guess stays cheap.
  const userId = await findOwner(db, token, now());
  const { identity } = await readClub();
  await assertStrongPassword(password, identity.name, await findPasswordOwner(db, userId));
  const passwordHash = await (await auth.$context).password.hash(password);
  return asOwner(userId, async (tx, effects) => {
    await lockPerson(tx, userId);
    await findOwner(tx, token, now());
    await setPassword(tx, userId, passwordHash);
    await endOtherAccess(tx, effects, { userId, keptId: null, at: now(), by: "password_reset" });
    await removeGoogle(tx, effects, userId);
    await removePasskeys(tx, effects, userId);
    recordChangedWayIn(effects, userId, "password_reset");
    return { userId, email: await verifyEmail(tx, effects, userId) };
  });
}

async function findOwner(db: OwnerContext["db"], token: string, now: Date): Promise<string> {
  const found = await db
    .selectFrom("auth.verifications")
    .select("value")
    .where("identifier", "=", passwordResetIdentifier(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  if (!found) throw new HttpError("invalid_token", recoveryMessages.linkInvalid);
  return found.value;
}

async function removeGoogle(tx: Transaction<DB>, effects: Effects, userId: string): Promise<void> {
  const google = tx.deleteFrom("auth.accounts").where("user_id", "=", userId).where("provider_id", "=", "google");
  const { numDeletedRows } = await google.executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) effects.audit("google_disconnected", userId, { by: "password_reset" });
}

async function removePasskeys(tx: Transaction<DB>, effects: Effects, userId: string): Promise<void> {
  const removed = await tx.deleteFrom("auth.passkeys").where("user_id", "=", userId).returning("id").execute();
  if (removed.length > 0) effects.audit("passkey_removed", userId, { by: "password_reset" });
}

async function verifyEmail(tx: Transaction<DB>, effects: Effects, userId: string): Promise<string> {
  const person = tx.selectFrom("auth.users").select(["email", "email_verified"]).where("id", "=", userId);
  const { email, email_verified } = await person.executeTakeFirstOrThrow();
  if (!email_verified) {
    await tx.updateTable("auth.users").set({ email_verified: true }).where("id", "=", userId).execute();
    effects.audit("email_verified", userId);
  }
  return email;
}

export const passwordResetLifetimeMinutes = 60;
const tokenBytes = 32;

/** `auth.verifications` stores only the hash. */
const passwordResetIdentifier = (token: string): string =>
  `password-reset:${createHash("sha256").update(token).digest("base64url")}`;

/** @returns undefined when the address no longer belongs to the person; serialised with e-mail changes. */
export async function createPasswordResetToken(
  db: Database,
  { id, email }: { id: string; email: string },
): Promise<string | undefined> {
  const token = randomBytes(tokenBytes).toString("base64url");
  const identifier = passwordResetIdentifier(token);
  const { rows } = await sql`
    insert into auth.verifications (identifier, value, expires_at)
    select ${identifier}, id, now() + make_interval(mins => ${passwordResetLifetimeMinutes})
      from auth.users where id = ${id} and email = ${email} for key share
    returning id`.execute(db);
  return rows.length === 1 ? token : undefined;
}
