import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { Environment } from "../../context.ts";
import { cookiePrefix } from "../cookie-prefix.ts";
import type { LimitKey } from "../limits.ts";
import { ownerOf } from "../owner-of.ts";

const lifetimeSeconds = 365 * 24 * 60 * 60;
const deviceIdBytes = 12;
const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const shape = new RegExp(`^(${uuid})\\.([\\w-]{16})\\.([\\w-]{43})$`);

const cookieName = (appUrl: string) => `${cookiePrefix(appUrl)}kindling.device`;

interface Device {
  userId: string;
  id: string;
}

/** Grants no access: a wrong-password counter of its own, and no mail about a new device. Void after a password change. */
export async function rememberDevice(c: Context<Environment>, userId: string): Promise<void> {
  const person = await findPerson(c, userId);
  if (!person) return;
  const { appUrl } = ownerOf(c);
  const known = readCookie(c);
  const id = known?.device.userId === userId ? known.device.id : randomBytes(deviceIdBytes).toString("base64url");
  const device = { userId, id };
  setCookie(c, cookieName(appUrl), `${userId}.${id}.${sign(c, device, person.passwordHash)}`, {
    httpOnly: true,
    secure: appUrl.startsWith("https:"),
    sameSite: "Lax",
    path: "/",
    maxAge: lifetimeSeconds,
  });
}

/** @returns the counter key, when this browser has signed in to this account before. */
export async function findKnownDevice(c: Context<Environment>, email: string): Promise<LimitKey | undefined> {
  const known = await findDevice(c);
  return known?.email === email ? [known.device.userId, known.device.id] : undefined;
}

export async function isKnownDevice(c: Context<Environment>, userId: string): Promise<boolean> {
  return (await findDevice(c))?.device.userId === userId;
}

async function findDevice(c: Context<Environment>): Promise<{ device: Device; email: string } | undefined> {
  const cookie = readCookie(c);
  const person = cookie && (await findPerson(c, cookie.device.userId));
  if (!person) return undefined;
  const expected = sign(c, cookie.device, person.passwordHash);
  const isOurs = timingSafeEqual(Buffer.from(cookie.signature), Buffer.from(expected));
  return isOurs ? { device: cookie.device, email: person.email } : undefined;
}

function readCookie(c: Context<Environment>): { device: Device; signature: string } | undefined {
  const [, userId, id, signature] = shape.exec(getCookie(c, cookieName(ownerOf(c).appUrl)) ?? "") ?? [];
  return userId && id && signature ? { device: { userId, id }, signature } : undefined;
}

async function findPerson(c: Context<Environment>, userId: string) {
  const row = await ownerOf(c)
    .db.selectFrom("auth.users as u")
    .leftJoin("auth.accounts as a", (join) =>
      join.onRef("a.user_id", "=", "u.id").on("a.provider_id", "=", "credential"),
    )
    .select(["u.email", "a.password as passwordHash"])
    .where("u.id", "=", userId)
    .executeTakeFirst();
  return row && { email: row.email, passwordHash: row.passwordHash ?? "" };
}

/** The password hash is signed too: a former password's cookie is invalid. */
const sign = (c: Context<Environment>, { userId, id }: Device, passwordHash: string) =>
  createHmac("sha256", ownerOf(c).keys.knownDevices)
    .update(JSON.stringify([userId, id, passwordHash]))
    .digest("base64url");
