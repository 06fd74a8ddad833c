import { createHash, randomBytes } from "node:crypto";
import type { Context } from "hono";
import type { Transaction } from "kysely";
import { maximumPasskeys, passkeyMessages } from "#shared/account/passkey-messages.ts";
import type { CreatedCredential, PasskeyAssertion } from "#shared/account/passkeys.ts";
import type { Environment, OwnerContext } from "../../context.ts";
import type { Database } from "../../platform/db/connect.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { isUniqueViolation } from "../../platform/db/errors.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { recordChangedWayIn } from "../account/way-in-changed.ts";
import { ownerOf } from "../owner-of.ts";
import { lockPerson } from "../passwords/password.ts";
import { PasskeyRefusal, readClientData, verifyAssertion, verifyCreation } from "./verify-passkey.ts";

const columns = ["id", "name", "created_at", "last_used_at"] as const;

/** Newest first. */
export const listPasskeys = (db: Database, userId: string) =>
  db
    .selectFrom("auth.passkeys")
    .select(columns)
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();

export async function listCredentialIds(db: Database, userId: string): Promise<string[]> {
  const rows = db.selectFrom("auth.passkeys").select("credential_id").where("user_id", "=", userId).orderBy("id");
  return (await rows.execute()).map(({ credential_id }) => credential_id);
}

/** @throws HttpError too_many_passkeys. */
export async function assertRoomForPasskey(db: Database | Transaction<DB>, userId: string): Promise<void> {
  const { count } = await db
    .selectFrom("auth.passkeys")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  if (count >= maximumPasskeys) throw new HttpError("too_many_passkeys", passkeyMessages.tooMany);
}

/** @throws PasskeyRefusal, HttpError too_many_passkeys, passkey_taken. */
export async function addPasskey(
  dependencies: Pick<OwnerContext, "db" | "asOwner" | "ownOrigins" | "now">,
  userId: string,
  { name, credential }: { name: string; credential: CreatedCredential },
) {
  const { challenge, host } = readClientData(credential.client_data, "webauthn.create", dependencies.ownOrigins);
  if ((await consumeChallenge(dependencies, "create", challenge)) !== userId) throw new PasskeyRefusal("challenge");
  const { publicKey, signCount } = verifyCreation(credential, host);
  const row = { name, credential_id: credential.credential_id, public_key: publicKey, sign_count: signCount };
  try {
    return await dependencies.asOwner(userId, async (tx, effects) => {
      await lockPerson(tx, userId);
      await assertRoomForPasskey(tx, userId);
      recordChangedWayIn(effects, userId, "passkey_added");
      const added = { ...row, user_id: userId, transports: credential.transports, created_at: dependencies.now() };
      return tx.insertInto("auth.passkeys").values(added).returning(columns).executeTakeFirstOrThrow();
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new HttpError("passkey_taken", passkeyMessages.taken);
    throw error;
  }
}

/** @throws HttpError not_found. */
export const renamePasskey = (
  { asOwner }: Pick<OwnerContext, "asOwner">,
  { userId, id, name }: { userId: string; id: string; name: string },
) =>
  asOwner(userId, async (tx, effects) => {
    const passkey = tx.updateTable("auth.passkeys").set({ name }).where("id", "=", id).where("user_id", "=", userId);
    const renamed = await passkey.returning(columns).executeTakeFirst();
    if (!renamed) throw notFound("passkey of yours");
    effects.audit("passkey_renamed", userId);
    return renamed;
  });

/** @returns whose it is. @throws PasskeyRefusal. */
export async function acceptPasskey(
  dependencies: Pick<OwnerContext, "db" | "ownOrigins" | "now">,
  assertion: PasskeyAssertion,
): Promise<string> {
  const { db, now } = dependencies;
  const { challenge, host } = readClientData(assertion.client_data, "webauthn.get", dependencies.ownOrigins);
  const expected = await consumeChallenge(dependencies, "sign-in", challenge);
  return db
    .transaction()
    .execute((tx) =>
      countUse(tx, assertion, { host, now: now(), isOwner: (id) => isOf(id, expected, assertion.user_handle) }),
    );
}

interface Use {
  host: string;
  now: Date;
  isOwner: (userId: string) => boolean;
}

/** Checks an answer to a challenge that was accepted. @returns whose passkey it is. @throws PasskeyRefusal. */
export async function countUse(
  tx: Transaction<DB>,
  assertion: PasskeyAssertion,
  { host, now, isOwner }: Use,
): Promise<string> {
  // Locked: of two answers with the same count one is refused.
  const passkey = await tx
    .selectFrom("auth.passkeys")
    .select(["id", "user_id", "public_key as publicKey", "sign_count as signCount"])
    .where("credential_id", "=", assertion.credential_id)
    .forUpdate()
    .executeTakeFirst();
  if (!passkey || !isOwner(passkey.user_id)) throw new PasskeyRefusal("unknown");
  const used = { sign_count: verifyAssertion(assertion, host, passkey), last_used_at: now };
  await tx.updateTable("auth.passkeys").set(used).where("id", "=", passkey.id).execute();
  return passkey.user_id;
}

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

/** The user id's 16 bytes, which a passkey keeps beside its key. */
export const userHandleOf = (userId: string): string =>
  Buffer.from(userId.replaceAll("-", ""), "hex").toString("base64url");

const isOf = (userId: string, expected: string, userHandle: string | null): boolean =>
  (expected === anybody || expected === userId) && (userHandle === null || userHandle === userHandleOf(userId));

export async function findOwnerOfPasskey(db: Database, credentialId: string): Promise<string | null> {
  const passkey = db.selectFrom("auth.passkeys").select("user_id").where("credential_id", "=", credentialId);
  return (await passkey.executeTakeFirst())?.user_id ?? null;
}

/** The page's own host: a passkey works on that one alone. */
export function hostOf(c: Context<Environment>): string {
  const { ownOrigins, appUrl } = ownerOf(c);
  const origin = c.req.header("origin") ?? appUrl;
  return new URL(ownOrigins.includes(origin) ? origin : appUrl).hostname;
}
