import { createHash, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { sql } from "kysely";
import type { Environment } from "../../context.ts";
import { cookiePrefix } from "../cookie-prefix.ts";
import { ownerOf } from "../owner-of.ts";

const lifetimeSeconds = 365 * 24 * 60 * 60;
const secretBytes = 32;
const shape = /^[\w-]{43}$/;

const cookieName = (appUrl: string) => `${cookiePrefix(appUrl)}kindling.browser`;

/**
 * Records whose browser it is: two who used one within 30 days are no two persons where money moves (`second_person_refusal`). It
 * stays when somebody signs out, and grants nothing.
 */
export async function rememberBrowser(c: Context<Environment>, userId: string): Promise<void> {
  const { appUrl, db, now } = ownerOf(c);
  const name = cookieName(appUrl);
  const known = getCookie(c, name);
  const secret = known && shape.test(known) ? known : randomBytes(secretBytes).toString("base64url");
  setCookie(c, name, secret, {
    httpOnly: true,
    secure: appUrl.startsWith("https:"),
    sameSite: "Lax",
    path: "/",
    maxAge: lifetimeSeconds,
  });
  const at = now();
  const device_hash = createHash("sha256").update(secret).digest("hex");
  await db
    .insertInto("auth.devices")
    .values({ user_id: userId, device_hash, first_seen_at: at, last_seen_at: at })
    .onConflict((row) => row.columns(["user_id", "device_hash"]).doUpdateSet({ last_seen_at: at }))
    .execute();
  await sql`delete from auth.devices where user_id = ${userId}
    and last_seen_at < ${at}::timestamptz - make_interval(secs => ${lifetimeSeconds})`.execute(db);
}
