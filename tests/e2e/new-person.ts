import { randomUUID } from "node:crypto";
import { type APIRequestContext, request } from "@playwright/test";
import { hashPassword, makeSignature } from "better-auth/crypto";
import { deriveKeys } from "#server/auth/derive-keys.ts";
import { sessionCookieName } from "#server/auth/sessions/current-session.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import type { PersonInput } from "#server/sample/builders.ts";
import { buildPerson } from "#server/sample/builders.ts";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { linkIn, tokenIn } from "../support/mailbox.ts";
import { authSecret, type RunningApp } from "../support/running-app.ts";

const password = "nine slow ferries";
const userAgent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
const dayMilliseconds = 86_400_000;
const { betterAuth: cookieKey } = deriveKeys(authSecret);

/** Computed once: scrypt takes 0.1 s. */
let passwordHash: Promise<string> | undefined;

/** Verified, without a name and not approved unless specified; with a session that `signIn` uses. */
export async function createPerson(app: RunningApp, email: string, input: PersonInput = {}) {
  passwordHash ??= hashPassword(password);
  const account = { email, full_name: "", status: "pending", password_hash: await passwordHash } as const;
  const { id } = await buildPerson(app.db, { ...account, ...input });
  return { id, email, password, session: await createSession(app, id) };
}

/** A Trial member whose statement is current. */
export async function createInvestor(app: RunningApp, email: string, full_name = "Jonas Weber") {
  const { id, record_id } = await buildInvestor(app.db, { email, full_name, status: "approved" });
  return { id, record_id, email, password, session: await createSession(app, id) };
}

/** The cookie of a new session. */
export async function createSession({ db, url }: Pick<RunningApp, "db" | "url">, user_id: string, now = new Date()) {
  const token = randomUUID();
  const expires_at = new Date(now.getTime() + 7 * dayMilliseconds);
  const row = { user_id, token, expires_at, updated_at: now, user_agent: userAgent };
  await db.insertInto("auth.sessions").values(row).execute();
  const value = encodeURIComponent(`${token}.${await makeSignature(token, cookieKey)}`);
  return { name: sessionCookieName(url), value, url, httpOnly: true, sameSite: "Lax" } as const;
}

/** API client with a session. */
export const callsWith = (session: { name: string; value: string; url: string }): Promise<APIRequestContext> =>
  request.newContext({
    baseURL: session.url,
    extraHTTPHeaders: { origin: session.url, cookie: `${session.name}=${session.value}` },
  });

let admin: Promise<APIRequestContext>;
/** Accounts, rights and keys need a sign-in of the last ten minutes. */
let freshUntil = 0;

export function callsOfAdmin(app: RunningApp): Promise<APIRequestContext> {
  if (Date.now() > freshUntil) {
    admin = signInAdmin(app);
    freshUntil = Date.now() + 5 * 60_000;
  }
  return admin;
}

async function signInAdmin({ url }: RunningApp): Promise<APIRequestContext> {
  const calls = await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } });
  await calls.post("/api/auth/sign-in/email", { data: sampleAccounts.admin });
  return calls;
}

/** Through the API, which leaves an invitation, mails and audit rows; a second slower than `createPerson`. */
export async function registerPerson(app: RunningApp, email: string) {
  const { code } = await (await (await callsOfAdmin(app)).post("/api/invitations", { data: { email } })).json();
  const visitor = await request.newContext({ baseURL: app.url });
  await visitor.post("/api/registrations", { data: { code, email, password } });
  const token = tokenIn(linkIn(await app.mailbox.waitFor(email, /(verify|confirm)/i)));
  await visitor.post("/api/auth/verify-email", { data: { token, password } });
  await visitor.dispose();
  return { email, password };
}
