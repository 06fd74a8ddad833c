import { makeSignature } from "better-auth/crypto";
import type { Context } from "hono";
import type { Environment } from "../../context.ts";
import { ownerOf } from "../owner-of.ts";
import { sessionCookieName } from "../sessions/current-session.ts";

/** Better Auth reads cookies only: replace the bearer token by its session's cookie. */
export async function replaceTokenByCookie(c: Context<Environment>, headers: Headers): Promise<void> {
  const { session } = c.var;
  const dependencies = ownerOf(c);
  if (session?.tokenType !== "bearer") return;
  const { db, appUrl, keys } = dependencies;
  const row = db.selectFrom("auth.sessions").select("token").where("id", "=", session.id);
  const { token } = await row.executeTakeFirstOrThrow();
  const value = encodeURIComponent(`${token}.${await makeSignature(token, keys.betterAuth)}`);
  headers.set("cookie", `${sessionCookieName(appUrl)}=${value}`);
  headers.set("origin", appUrl);
}
