import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../../platform/db/connect.ts";

export const verificationLifetimeHours = 24;
const tokenBytes = 32;

export const verificationTokenHash = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** @returns undefined when the e-mail is already verified or no longer the account's. */
export async function createVerificationToken(
  db: Database,
  { id, email }: { id: string; email: string },
): Promise<string | undefined> {
  const token = randomBytes(tokenBytes).toString("base64url");
  await sql`delete from auth.email_verifications where expires_at <= now()`.execute(db);
  const { rows } = await sql`
    insert into auth.email_verifications (token_hash, user_id, email, expires_at)
    select ${verificationTokenHash(token)}, id, email, now() + make_interval(hours => ${verificationLifetimeHours})
      from auth.users where id = ${id} and email = ${email} and not email_verified for key share
    returning user_id`.execute(db);
  return rows.length === 1 ? token : undefined;
}
