import { createHash, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { sql, type Transaction } from "kysely";
import type { EmailVerificationLink } from "#shared/account/account.ts";
import { emailVerificationMessages } from "#shared/account/mail-link-messages.ts";
import type { Environment } from "../../context.ts";
import type { Database } from "../../platform/db/connect.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { ownerOf } from "../owner-of.ts";
import { lockPerson } from "../passwords/password.ts";
import { withPasswordLimits } from "../passwords/password-limits.ts";

/**
 * Requires the password too, in case a stranger registered with the mailbox owner's invitation. A link that was used
 * changes nothing, and says that the address is verified. @throws HttpError invalid_token, wrong_password, 429.
 */
export async function verifyEmail(c: Context<Environment>, token: string, password: string): Promise<string> {
  const { db, asOwner, auth, now } = ownerOf(c);
  const { userId, email, hash, isVerified } = await getSentLink(db, token, now());
  if (isVerified) return email;
  const { verify } = (await auth.$context).password;
  await withPasswordLimits(c, email, async () => {
    if (hash && (await verify({ hash, password }))) return;
    await asOwner(null, async (_tx, effects) => effects.audit("password_check_failed", userId));
    throw new HttpError("wrong_password", emailVerificationMessages.wrongPassword);
  });
  await asOwner(userId, async (tx, effects) => {
    await lockPerson(tx, userId);
    // Read again under the lock: a concurrent call may have verified it.
    if ((await getSentLink(tx, token, now())).isVerified) return;
    const verified = { email_verified: true, updated_at: now() };
    await tx.updateTable("auth.users").set(verified).where("id", "=", userId).execute();
    effects.audit("email_verified", userId);
  });
  return email;
}

/** Changes nothing, and tells nothing to those without the token. @throws HttpError invalid_token. */
export async function readVerificationLink(c: Context<Environment>, token: string): Promise<EmailVerificationLink> {
  const { db, now } = ownerOf(c);
  const { email, isVerified } = await getSentLink(db, token, now());
  return { verified_email: isVerified ? email : null };
}

interface SentLink {
  userId: string;
  email: string;
  isVerified: boolean;
  hash: string | null;
}

async function getSentLink(db: Database | Transaction<DB>, token: string, now: Date): Promise<SentLink> {
  const { rows } = await sql<SentLink>`
    select u.id as "userId", u.email, u.email_verified as "isVerified",
           (select password from auth.accounts where user_id = u.id and provider_id = 'credential') as hash
      from auth.email_verifications v join auth.users u on u.id = v.user_id and u.email = v.email
     where v.token_hash = ${verificationTokenHash(token)}
       and (u.email_verified or v.expires_at > ${now})`.execute(db);
  const [found] = rows;
  if (!found) throw new HttpError("invalid_token", emailVerificationMessages.linkInvalid);
  return found;
}

export const verificationLifetimeHours = 24;
/** A link that was used says so for this many days. */
const daysKept = 30;
const tokenBytes = 32;

const verificationTokenHash = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** @returns undefined when the e-mail is already verified or no longer the account's. */
export async function createVerificationToken(
  db: Database,
  { id, email }: { id: string; email: string },
): Promise<string | undefined> {
  const token = randomBytes(tokenBytes).toString("base64url");
  await sql`delete from auth.email_verifications where expires_at <= now() - make_interval(days => ${daysKept})`.execute(
    db,
  );
  const { rows } = await sql`
    insert into auth.email_verifications (token_hash, user_id, email, expires_at)
    select ${verificationTokenHash(token)}, id, email, now() + make_interval(hours => ${verificationLifetimeHours})
      from auth.users where id = ${id} and email = ${email} and not email_verified for key share
    returning user_id`.execute(db);
  return rows.length === 1 ? token : undefined;
}
