import { createHash, randomBytes } from "node:crypto";
import type { OwnerContext } from "../../context.ts";
import { PasskeyRefusal } from "./verify-passkey.ts";

const lifetimeSeconds = 5 * 60;
const challengeBytes = 32;

/** A challenge has this value at a sign-in that nobody has been named for. */
export const anybody = "anybody";

type Purpose = "create" | "sign-in" | "sign";

/**
 * @param value a user id, or `anybody`; of a signature, who signs what. @param challenge random, unless it is of a text that is signed.
 * @returns the challenge, of which only the hash is stored.
 */
export async function createChallenge(
  { db, now }: Pick<OwnerContext, "db" | "now">,
  purpose: Purpose,
  value: string,
  challenge = randomBytes(challengeBytes).toString("base64url"),
): Promise<string> {
  const expires_at = new Date(now().getTime() + lifetimeSeconds * 1000);
  await db
    .insertInto("auth.verifications")
    .values({ identifier: identifierOf(purpose, challenge), value, expires_at })
    .execute();
  return challenge;
}

/** Works once, whatever comes of it. @returns the value. @throws PasskeyRefusal challenge. */
export async function consumeChallenge(
  { db, now }: Pick<OwnerContext, "db" | "now">,
  purpose: Purpose,
  challenge: string,
): Promise<string> {
  const found = await db
    .deleteFrom("auth.verifications")
    .where("identifier", "=", identifierOf(purpose, challenge))
    .returning(["value", "expires_at"])
    .executeTakeFirst();
  if (!found || found.expires_at <= now()) throw new PasskeyRefusal("challenge");
  return found.value;
}

const identifierOf = (purpose: Purpose, challenge: string) =>
  `passkey-${purpose}:${createHash("sha256").update(challenge).digest("base64url")}`;
