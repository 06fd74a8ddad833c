import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "#server/ops/start/create-log.ts";
import { loadRenderer } from "#server/platform/documents/load-renderer.ts";
import { createMailTransport } from "#server/platform/mail/mail-transport.ts";
import { buildAdmin, type Person } from "#server/sample/builders.ts";
import { planSampleClub } from "#server/sample/sample-plan.ts";
import { defaultClub as words } from "#shared/settings/club.ts";
import { readDefaults } from "#tests/support/default-club.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { type Answer, type Call, createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { publicPages } from "#web/documents/public-pages.ts";
import { connectTo, ownDatabase } from "../support/database.ts";
import { prepareStage } from "../support/stage.ts";

const { folder, spawn } = prepareStage();
const password = "seven quiet lanterns";
const newPassword = "nine loud ferries";
const email = "mina.castell@members.example";
const newEmail = "mina.later@members.example";

/** Mina's personal data and all credentials sent during her journey. */
const secrets = new Set([
  password,
  newPassword,
  email,
  newEmail,
  "Mina Castell",
  "Castell",
  "her own bio",
  "notes for her",
]);
const addresses: string[] = [];
const lines: string[] = [];
const log = createLog("trace", { write: (line) => lines.push(line) });

let club: TestApp;
let admin: Person;
let adminCalls: Call;
beforeAll(async () => {
  club = await createTestApp({ log });
  admin = await buildAdmin(club.db, { full_name: "Amara Okafor" });
  for (const secret of [admin.email, admin.full_name]) secrets.add(secret);
  const cookie = await club.cookieOf(admin);
  keepCookie(cookie);
  adminCalls = remembering(await club.as(admin));
  await wholeJourney();
});
afterAll(() => club.close());

/** Records requested URLs, like a proxy log. */
const remembering =
  (call: Call): Call =>
  (method, path, ...more) => {
    addresses.push(path);
    return call(method, path, ...more);
  };

function keepCookie(cookie: string): void {
  const [name = "", encoded = ""] = cookie.split(";")[0]?.split("=") ?? [];
  const value = decodeURIComponent(encoded);
  // The device cookie starts with the user id, which logs may contain.
  const parts = name.endsWith("kindling.device") ? value.split(".").slice(1) : value.split(".");
  for (const part of [value, ...parts]) if (part.length > 8) secrets.add(part);
}

const cookieFrom = ({ headers }: Answer): string => {
  const cookies = headers.getSetCookie();
  for (const cookie of cookies) keepCookie(cookie);
  return cookies.map((cookie) => cookie.split(";")[0]).join("; ");
};

async function sendMails(): Promise<string[]> {
  const mails = await takeMails(club);
  const dataDir = mkdtempSync(join(tmpdir(), "kindling-told-"));
  const send = createMailTransport({ dataDir, printLink: false, log });
  for (const mail of mails) await send({ ...mail, id: crypto.randomUUID() }, new AbortController().signal);
  rmSync(dataDir, { recursive: true });
  const links = mails.map(({ link }) => link ?? "");
  for (const link of links) {
    const token = tokenIn(link);
    if (token) secrets.add(token);
  }
  return links;
}

const tokenIn = (link = "") => new URLSearchParams(link.split("?")[1]).get("token") ?? "";

async function wholeJourney(): Promise<void> {
  const visitor = remembering(club.visitor);
  const invitation = (await adminCalls("POST", "/api/invitations", { email })).body;
  secrets.add(invitation.code);
  await sendMails();
  await visitor("POST", "/api/registrations", { code: "WRONGCODE2", email, password });
  secrets.add("WRONGCODE2");
  await visitor("POST", "/api/registrations", { code: invitation.code, email, password, full_name: "Mina Castell" });
  const [verification = ""] = await sendMails();
  await visitor("POST", "/api/auth/verify-email", { token: tokenIn(verification), password });
  await visitor("POST", "/api/auth/sign-in/email", { email, password: "not her password" });
  secrets.add("not her password");
  const session = await visitor("POST", "/api/auth/sign-in/email", { email, password });
  const mina = (method: string, path: string, body?: unknown) => visitor(method, path, body, { cookie });
  let cookie = cookieFrom(session);

  const sent = { full_name: "Mina Castell", bio: "her own bio", website_url: "https://castell.example/mina" };
  const submission = (await mina("POST", "/api/member-profile-submissions/me", sent)).body;
  await adminCalls("POST", `/api/member-profile-submissions/${submission.id}/reject`, { admin_notes: "notes for her" });
  await mina("PUT", "/api/member-profile-submissions/me", sent);
  await adminCalls("POST", `/api/member-profile-submissions/${submission.id}/approve`);
  await adminCalls("POST", `/api/membership-requests/${submission.user_id}/approve`);
  await adminCalls("POST", "/api/member-imports", {
    members: [{ line: 1, full_name: "Bo Castell", email: "bo@members.example" }],
    send_invitations: true,
  });
  secrets.add("bo@members.example");
  const member = await mina("GET", "/api/member-profiles?q=Mina");
  expect(member.body.items).toHaveLength(1);

  const tokens = (await visitor("POST", "/api/tokens", { email, password })).body;
  const renewed = (await visitor("POST", "/api/tokens", { refresh_token: tokens.refresh_token })).body;
  await visitor("GET", "/api/session", undefined, { authorization: `Bearer ${renewed.access_token}` });
  await visitor("GET", "/api/session", undefined, { authorization: `Bearer ${tokens.access_token}x` });
  for (const { access_token, refresh_token } of [tokens, renewed]) secrets.add(access_token).add(refresh_token);

  const setUp = (await mina("POST", "/api/auth/two-factor/enable", { password })).body;
  const key = new URL(setUp.totp_uri).searchParams.get("secret") ?? "";
  const code = new TOTP({ secret: Secret.fromBase32(key) }).generate();
  for (const secret of [key, ...setUp.recovery_codes]) secrets.add(secret);
  cookie = cookieFrom(await mina("POST", "/api/auth/two-factor/verify-totp", { code })) || cookie;
  const half = await visitor("POST", "/api/auth/sign-in/email", { email, password });
  const backup = { code: setUp.recovery_codes[0] };
  cookie = cookieFrom(
    await visitor("POST", "/api/auth/two-factor/verify-backup-code", backup, { cookie: cookieFrom(half) }),
  );

  await mina("POST", "/api/account/email-changes", { new_email: newEmail, password });
  for (const link of await sendMails()) {
    const token = tokenIn(link);
    if (token) await visitor("POST", "/api/auth/confirm-email-change", { token });
  }
  await visitor("POST", "/api/auth/request-password-reset", { email: newEmail });
  const reset = (await sendMails()).find((link) => link.includes("reset"));
  const token = tokenIn(reset);
  expect((await visitor("POST", "/api/auth/reset-password", { token, password: newPassword })).status).toBe(200);

  // Unexpected errors: with row values, and a missing table.
  await club.db.schema.alterTable("member_profiles").renameTo("gone").execute();
  expect((await mina("GET", "/api/session")).body.session).toBeNull();
  await adminCalls("GET", "/api/member-profiles?q=Castell");
  await club.db.schema.alterTable("gone").renameTo("member_profiles").execute();
}

describe("The trace-level log of a whole membership", () => {
  it("The trace-level log records requests and unexpected errors", () => {
    const said = lines.map((line) => JSON.parse(line));
    expect(said.filter(({ msg }) => msg === "request").length).toBeGreaterThan(25);
    expect(said.filter(({ msg }) => msg === "unexpected")).toHaveLength(1);
    expect(said.filter(({ msg = "" }) => msg.startsWith("mail written")).length).toBeGreaterThan(5);
  });
  it("The trace-level log contains no e-mail, name, code, token, password or cookie", () => {
    expect(secrets.size).toBeGreaterThan(35);
    const log = lines.join("");
    expect([...secrets].filter((secret) => log.includes(secret) || log.includes(encodeURIComponent(secret)))).toEqual(
      [],
    );
    expect(log.match(/[\w.+-]+@[\w-]+\.[a-z]+/gi)).toBeNull();
  });
  it("The trace-level log identifies people by their ids", () => {
    expect(lines.join("")).toContain(admin.id);
  });
});

describe("The output of a club's process", () => {
  it.each([
    ["without a mail server", {}],
    ["with one", { SMTP_URL: "smtp://127.0.0.1:1" }],
  ])("A club's output contains no registration code or e-mail of its first admins, %s", async (_what, mail) => {
    const DATA_DIR = folder();
    const started = spawn({ DATA_DIR, ADMIN_EMAILS: email, LOG_LEVEL: "trace", ...mail });
    await started.url();
    const database = await connectTo(ownDatabase(DATA_DIR, "postgres"));
    const { rows } = await database.query<{ code: string }>("select code from invitations");
    await database.end();
    const codes = rows.map(({ code }) => code);
    expect(codes).toHaveLength(1);
    started.process.kill("SIGTERM");
    await started.ended;
    expect([...codes, email, "register?"].filter((secret) => started.said().includes(secret))).toEqual([]);
    expect(started.said()).not.toContain(encodeURIComponent(email));
  });
});

describe("The URL of an API request", () => {
  it("The URL of an API request contains no secret, only search text", () => {
    const telling = addresses.filter((address) =>
      [...secrets].some((secret) => decodeURIComponent(address).includes(secret)),
    );
    expect(telling.map((address) => address.replace(/=.*/, "=…")).sort()).toEqual(["/api/member-profiles?q=…"]);
  });
});

describe("The public build", () => {
  const files = readdirSync("dist/web", { recursive: true, encoding: "utf8" }).map((name) => join("dist/web", name));
  const texts: [name: string, text: string][] = files
    .filter((name) => /\.(js|css|html|json|svg|xml|txt|webmanifest)$/.test(name))
    .map((name) => [name, readFileSync(name, "utf8")]);
  beforeAll(async () => {
    const { find, notFound } = await loadRenderer("dist", "https://castell.example");
    texts.push(["not found", (await notFound(readDefaults)).content]);
    for (const path of [
      ...publicPages.map((page) => page.path),
      "/insights/eis-seis-tax-schemes",
      "/login",
      "/register",
      "/sitemap.xml",
      "/feed.xml",
      "/site.webmanifest",
    ]) {
      const render = await find(path, readDefaults);
      texts.push([path, (await render?.(readDefaults))?.content ?? ""]);
    }
  });
  const holding = (pattern: RegExp) => texts.filter(([, text]) => pattern.test(text)).map(([name]) => name);

  it("The public build is complete for these checks", () => {
    expect(texts.length).toBeGreaterThan(60);
  });
  it("The public build has no source maps", () => {
    expect(files.filter((name) => name.endsWith(".map"))).toEqual([]);
    expect(holding(/sourceMappingURL/)).toEqual([]);
  });
  it("The public build has no settings and no server code", () => {
    expect(holding(/AUTH_SECRET|DATABASE_URL|SMTP_URL|GOOGLE_CLIENT|MAIL_FROM|DATA_DIR/)).toEqual([]);
    expect(holding(/process\.env\b|node:(fs|crypto|net|path)|\bpgboss\b|club_member\b|asActor|kysely/i)).toEqual([]);
    expect(holding(/-----BEGIN|postgres(ql)?:\/\/|\bAKIA[0-9A-Z]{16}\b|\beyJ[\w-]{20,}\.eyJ/)).toEqual([]);
    expect(holding(/\/(tmp|home|root|work|Users)\/[\w.-]+\//)).toEqual([]);
  });
  it("The public build has no e-mail or password of the sample club", () => {
    const { people, guests } = planSampleClub(new Date("2026-06-01T12:00:00Z"));
    const emails = [...people, ...guests].map((person) => person.email);
    expect(emails.length).toBeGreaterThan(20);
    expect(texts.filter(([, text]) => emails.some((one) => text.includes(one))).map(([name]) => name)).toEqual([]);
    expect(holding(/many-small-sticks/)).toEqual([]);
  });
  it("The public build has no e-mail address except the club's own", () => {
    // The last is reserved for examples.
    const own: string[] = [words.identity.contact_email, words.identity.info_email, "user@example.com"];
    const found = texts.flatMap(([name, text]) =>
      [...text.matchAll(/[\w.+-]+@[\w-]+(\.[\w-]+)*\.[a-z]{2,}/gi)].map(([email]) => ({ name, email })),
    );
    expect(found.length).toBeGreaterThan(10);
    const foreign = found.filter(({ email }) => !own.includes(email));
    expect([...new Set(foreign.map(({ name, email }) => `${email} in ${name}`))]).toEqual([]);
  });
});
