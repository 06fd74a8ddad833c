import type { OwnerContext } from "../../context.ts";
import { signAccessToken } from "./access-token.ts";
import { consumeRefreshToken, createRefreshToken, getRefreshToken, programSessionEnd } from "./refresh-tokens.ts";

interface IssuedTokens {
  accessToken: string;
  refreshToken: string;
}

/** Turns the session into a program's. */
export async function issueTokens(
  dependencies: OwnerContext,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<IssuedTokens> {
  const { asOwner, keys } = dependencies;
  const now = dependencies.now();
  const accessToken = await signAccessToken(dependencies, { userId, sessionId });
  const refreshToken = await asOwner(userId, async (tx, effects) => {
    await tx
      .updateTable("auth.sessions")
      .set({ expires_at: programSessionEnd(now) })
      .where("id", "=", sessionId)
      .execute();
    effects.audit("tokens_issued", userId);
    return createRefreshToken(tx, keys.refreshTokens, sessionId, now);
  });
  return { accessToken, refreshToken };
}

/** @throws HttpError 400 invalid_token. */
export async function renewTokens(dependencies: OwnerContext, refreshToken: string): Promise<IssuedTokens> {
  const { db, keys } = dependencies;
  const now = dependencies.now();
  const found = await getRefreshToken(dependencies, refreshToken);
  const accessToken = await signAccessToken(dependencies, found);
  return db.transaction().execute(async (tx) => {
    await consumeRefreshToken(tx, found, now, programSessionEnd(now));
    return { accessToken, refreshToken: await createRefreshToken(tx, keys.refreshTokens, found.sessionId, now) };
  });
}
