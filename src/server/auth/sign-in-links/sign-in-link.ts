import { createHash, randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { signInLinkMessages } from "#shared/account/sign-in-link-messages.ts";
import type { OwnerContext } from "../../context.ts";
import type { Database } from "../../platform/db/connect.ts";
import { HttpError } from "../../platform/http/http-error.ts";

export async function requestSignInLink(
  { asOwner, limits }: Pick<OwnerContext, "asOwner" | "limits">,
  email: string,
): Promise<void> {
  if (!(await limits.signInLinkMailsPerEmail.tryTake(email, { email }))) return;
  await asOwner(null, async (tx, effects) => {
    const person = await tx.selectFrom("auth.users").select("id").where("email", "=", email).executeTakeFirst();
    effects.audit("sign_in_link_requested", person?.id ?? null);
    // Queued for unknown e-mails too, then dropped: equal response times.
    effects.mail("sign-in-link", { user_id: person?.id ?? randomUUID() });
  });
}

/** Consumes the token. @returns whose it is. @throws HttpError invalid_token. */
export async function consumeSignInLink({ db, now }: Pick<OwnerContext, "db" | "now">, token: string): Promise<string> {
  const found = await db
    .deleteFrom("auth.verifications")
    .where("identifier", "=", identifierOf(token))
    .returning(["value", "expires_at"])
    .executeTakeFirst();
  if (!found || found.expires_at <= now()) throw new HttpError("invalid_token", signInLinkMessages.linkInvalid);
  return found.value;
}

export const signInLinkLifetimeMinutes = 15;
const tokenBytes = 32;

/** `auth.verifications` stores only the hash. */
const identifierOf = (token: string): string =>
  `sign-in-link:${createHash("sha256").update(token).digest("base64url")}`;

/**
 * @returns undefined for an unverified address, since a stranger may have registered it, and for a former one;
 * serialised with e-mail changes.
 */
export async function createSignInToken(
  { db, now }: { db: Database; now: () => Date },
  { id, email }: { id: string; email: string },
): Promise<string | undefined> {
  const token = randomBytes(tokenBytes).toString("base64url");
  const expiresAt = new Date(now().getTime() + signInLinkLifetimeMinutes * 60_000);
  const { rows } = await sql`
    insert into auth.verifications (identifier, value, expires_at)
    select ${identifierOf(token)}, id, ${expiresAt}
      from auth.users where id = ${id} and email = ${email} and email_verified for key share
    returning id`.execute(db);
  return rows.length === 1 ? token : undefined;
}
