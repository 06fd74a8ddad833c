import { createHash, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { sql, type Transaction } from "kysely";
import type { Environment } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { AuditDetails } from "../../platform/db/types.ts";
import { cookiePrefix } from "../cookie-prefix.ts";
import { ownerOf } from "../owner-of.ts";
import { isKnownDevice, rememberDevice } from "../passwords/known-device.ts";

interface SignIn {
  userId: string;
  token: string;
  /** Second factor that was given. */
  factor?: "totp" | "recovery_code" | "passkey";
  details?: AuditDetails;
}

/** In a browser, which is known from now on. */
export async function recordSignIn(c: Context<Environment>, signIn: SignIn): Promise<void> {
  const isKnown = await isKnownDevice(c, signIn.userId);
  await record(c, signIn, async () => isKnown);
  await rememberDevice(c, signIn.userId);
  await rememberBrowser(c, signIn.userId);
}

/** A program keeps no cookies: another session of the same name and address is what makes it known. */
export const recordProgramSignIn = (c: Context<Environment>, signIn: SignIn): Promise<void> =>
  record(c, signIn, async (tx, sessionId) => {
    const { rows } = await sql`
      select from auth.sessions mine join auth.sessions other using (user_id, user_agent, ip_address)
       where mine.id = ${sessionId} and other.id <> mine.id limit 1`.execute(tx);
    return rows.length > 0;
  });

async function record(
  c: Context<Environment>,
  { userId, token, factor, details = {} }: SignIn,
  isKnown: (tx: Transaction<DB>, sessionId: string) => Promise<boolean>,
): Promise<void> {
  const { asOwner, now } = ownerOf(c);
  await asOwner(userId, async (tx, effects) => {
    const own = tx.selectFrom("auth.sessions").select("id").where("token", "=", token).where("user_id", "=", userId);
    const session = await own.executeTakeFirst();
    if (session && factor) {
      await tx.updateTable("auth.sessions").set({ factor_at: now() }).where("id", "=", session.id).execute();
    }
    effects.audit("signed_in", userId, factor ? { factor, ...details } : details);
    if (!session || !(await hasSignedInBefore(tx, userId)) || (await isKnown(tx, session.id))) return;
    effects.mail("new-device", { user_id: userId, session_id: session.id });
  });
}

/** A person who signs in for the first time knows of it. */
async function hasSignedInBefore(tx: Transaction<DB>, userId: string): Promise<boolean> {
  const earlier = tx
    .selectFrom("audit_events")
    .select("id")
    .where("kind", "=", "signed_in")
    .where("actor_id", "=", userId);
  return (await earlier.limit(1).executeTakeFirst()) !== undefined;
}

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
