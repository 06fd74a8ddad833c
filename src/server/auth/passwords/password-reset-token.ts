import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../../platform/db/connect.ts";

export const passwordResetLifetimeMinutes = 60;
const tokenBytes = 32;

/** `auth.verifications` stores only the hash. */
export const passwordResetIdentifier = (token: string): string =>
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
