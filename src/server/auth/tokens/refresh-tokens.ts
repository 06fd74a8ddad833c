import { createHmac, randomBytes } from "node:crypto";
import type { Transaction } from "kysely";
import { tokenMessages } from "#server/auth/tokens/token-schemas.ts";
import type { OwnerContext } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { HttpError } from "../../platform/http/http-error.ts";

/** Calls that raced with the one that got the next pair arrive until then: a slow machine answers them late. */
const raceMilliseconds = 10_000;
const lifetimeMilliseconds = 30 * 24 * 60 * 60 * 1000;

export const programSessionEnd = (now: Date): Date => new Date(now.getTime() + lifetimeMilliseconds);

interface RefreshToken {
  tokenHash: string;
  sessionId: string;
  userId: string;
}

/**
 * Reuse of a consumed token, once calls that raced are over, revokes the session and its token family.
 * @throws HttpError 400 invalid_token.
 */
export async function getRefreshToken({ db, asOwner, keys, now }: OwnerContext, token: string): Promise<RefreshToken> {
  const tokenHash = hashOf(keys.refreshTokens, token);
  const found = await db
    .selectFrom("auth.refresh_tokens as t")
    .innerJoin("auth.sessions as s", "s.id", "t.session_id")
    .select(["t.session_id", "t.used_at", "s.user_id"])
    .where("t.token_hash", "=", tokenHash)
    .where("t.expires_at", ">", now())
    .where("s.expires_at", ">", now())
    .executeTakeFirst();
  if (!found) throw invalid();
  if (!found.used_at) return { tokenHash, sessionId: found.session_id, userId: found.user_id };
  if (now().getTime() - found.used_at.getTime() < raceMilliseconds) throw invalid();
  await asOwner(null, async (tx, effects) => {
    await tx.deleteFrom("auth.sessions").where("id", "=", found.session_id).execute();
    effects.audit("session_ended", found.user_id, { reason: "refresh_token_reused" });
  });
  throw invalid();
}

/** @returns the session's secret. @throws HttpError 400 invalid_token after losing a race, which revokes nothing. */
export async function consumeRefreshToken(
  tx: Transaction<DB>,
  { tokenHash, sessionId }: RefreshToken,
  now: Date,
  sessionEnd: Date,
): Promise<string> {
  const used = await tx
    .updateTable("auth.refresh_tokens")
    .set({ used_at: now })
    .where("token_hash", "=", tokenHash)
    .where("used_at", "is", null)
    .returning("token_hash")
    .executeTakeFirst();
  const session = await tx
    .updateTable("auth.sessions")
    .set({ expires_at: sessionEnd, updated_at: now })
    .where("id", "=", sessionId)
    .returning("token")
    .executeTakeFirst();
  if (!used || !session) throw invalid();
  return session.token;
}

export async function createRefreshToken(
  tx: Transaction<DB>,
  key: string,
  sessionId: string,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const row = { token_hash: hashOf(key, token), session_id: sessionId };
  await tx
    .insertInto("auth.refresh_tokens")
    .values({ ...row, created_at: now, expires_at: programSessionEnd(now) })
    .execute();
  await tx
    .deleteFrom("auth.refresh_tokens")
    .where("session_id", "=", sessionId)
    .where("expires_at", "<=", now)
    .execute();
  return token;
}

const hashOf = (key: string, token: string) => createHmac("sha256", key).update(token).digest("base64url");

const invalid = () => new HttpError("invalid_token", tokenMessages.invalidRefreshToken);
