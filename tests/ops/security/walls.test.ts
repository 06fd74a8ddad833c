import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildAdmin, buildInvitation, buildPerson, buildSubmission, type Person } from "#server/sample/builders.ts";
import { giveSecondFactor } from "#tests/support/second-factor.ts";
import { type Answer, createTestApp, type TestApp } from "#tests/support/test-app.ts";

const password = "seven quiet lanterns";
const secureUrl = "https://club.example";

let onHttp: TestApp;
let onHttps: TestApp;
beforeAll(async () => {
  onHttp = await createTestApp();
  onHttps = await createTestApp({ appUrl: secureUrl });
});
afterAll(async () => {
  await onHttp.close();
  await onHttps.close();
});

const answers: Record<string, (club: TestApp) => Promise<Answer>> = {
  "a page": ({ visitor }) => visitor("GET", "/about"),
  "a page the browser has cached (304)": async ({ visitor }) => {
    const { headers } = await visitor("GET", "/about");
    return visitor("GET", "/about", undefined, { "if-none-match": headers.get("etag") ?? "" });
  },
  "a missing page": ({ visitor }) => visitor("GET", "/nowhere", undefined, { accept: "text/html" }),
  "a script": ({ visitor, builtRoot }) => {
    const [script] = readdirSync(join(builtRoot, "web/assets")).filter((name) => name.endsWith(".js"));
    return visitor("GET", `/assets/${script}`);
  },
  "a picture": ({ visitor }) => visitor("GET", "/favicon.svg"),
  "a missing file": ({ visitor }) => visitor("GET", "/assets/missing.js"),
  "an unsatisfiable range": ({ visitor }) => visitor("GET", "/favicon.svg", undefined, { range: "bytes=99999999-" }),
  "robots.txt": ({ visitor }) => visitor("GET", "/robots.txt"),
  "a redirect to a hash route": ({ visitor }) => visitor("GET", "/members"),
  "an unsupported method": ({ visitor }) => visitor("PUT", "/about"),
  "the OpenAPI document": ({ visitor }) => visitor("GET", "/api/openapi.json"),
  "the API documentation": ({ visitor }) => visitor("GET", "/api/docs"),
  "an API response": ({ visitor }) => visitor("GET", "/api/session"),
  "an API list": async (club) => (await club.as(await buildPerson(club.db)))("GET", "/api/member-profiles"),
  "an API error": ({ visitor }) => visitor("GET", "/api/invitations"),
  "an unknown API route": ({ visitor }) => visitor("GET", "/api/nothing"),
  "a body that is too large": ({ visitor }) => visitor("POST", "/api/registrations", { code: "x".repeat(300_000) }),
  "a cross-origin write": async (club) => {
    const call = await club.as(await buildPerson(club.db));
    return call("DELETE", "/api/session", undefined, { origin: "https://elsewhere.example" });
  },
  "a token that verifies an e-mail": ({ visitor }) =>
    visitor("POST", "/api/auth/verify-email", { token: "x", password: "x" }),
  "a token whose link is read": ({ visitor }) => visitor("POST", "/api/auth/verify-email/read", { token: "x" }),
  "a token that confirms an e-mail": ({ visitor }) => visitor("POST", "/api/auth/confirm-email-change", { token: "x" }),
  "the token signing keys (JWKS)": ({ visitor }) => visitor("GET", "/api/auth/jwks"),
  "the health check": ({ visitor }) => visitor("GET", "/healthz"),
};

const everywhere = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: https:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  // No CORS, no server banner.
  "access-control-allow-origin": null,
  server: null,
  "x-powered-by": null,
};

/** Icons and previews, which link previews and feed readers show in pages of others. */
const shownElsewhere = ["a picture", "an unsatisfiable range"];

describe.each(Object.entries(answers))("%s", (kind, ask) => {
  it("Every kind of response has all security headers, and Strict-Transport-Security on HTTPS only", async () => {
    const wallsOf = ({ headers }: Answer) =>
      Object.fromEntries(
        [...Object.keys(everywhere), "strict-transport-security"].map((name) => [name, headers.get(name)]),
      );
    const resourcePolicy = shownElsewhere.includes(kind) ? "cross-origin" : "same-origin";
    const expected = { ...everywhere, "cross-origin-resource-policy": resourcePolicy };
    expect(wallsOf(await ask(onHttp))).toEqual({ ...expected, "strict-transport-security": null });
    expect(wallsOf(await ask(onHttps))).toEqual({
      ...expected,
      "strict-transport-security": "max-age=31536000; includeSubDomains",
    });
  });
});

describe("An API response with personal data", () => {
  it.each(["/api/session", "/api/account", "/api/member-profile-submissions/me", "/api/invitations", "/api/nothing"])(
    "An API response with personal data is never cached: %s",
    async (path) => {
      const call = await onHttp.as(await buildAdmin(onHttp.db));
      expect((await call("GET", path)).headers.get("cache-control")).toBe("no-store");
    },
  );
  it("Personal data that a browser may cache is revalidated on each request", async () => {
    const call = await onHttp.as(await buildPerson(onHttp.db));
    expect((await call("GET", "/api/member-profiles")).headers.get("cache-control")).toBe("private, no-cache");
  });
});

describe("The session cookie", () => {
  const signIn = async (club: TestApp, more: Record<string, string> = {}) => {
    const hash = await (await club.auth.$context).password.hash(password);
    const { email } = await buildPerson(club.db, { password_hash: hash });
    return club.visitor("POST", "/api/auth/sign-in/email", { email, password }, more);
  };
  /** Cookie names and attributes without values. */
  const shapesOf = ({ headers }: Answer) => headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]+/, "=…"));

  it("The session cookie is HttpOnly, SameSite=Lax and, on HTTPS, Secure, like the known-device cookie", async () => {
    expect(shapesOf(await signIn(onHttp))).toEqual([
      "kindling.session_token=…; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax",
      "kindling.device=…; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax",
      "kindling.browser=…; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax",
    ]);
    expect(shapesOf(await signIn(onHttps))).toEqual([
      "__Host-kindling.session_token=…; Max-Age=604800; Path=/; HttpOnly; Secure; SameSite=Lax",
      "__Host-kindling.device=…; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax",
      "__Host-kindling.browser=…; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax",
    ]);
  });
  it("The session cookie has the same attributes as the cookies of a pending second factor", async () => {
    const hash = await (await onHttps.auth.$context).password.hash(password);
    const person = await buildPerson(onHttps.db, { password_hash: hash });
    await giveSecondFactor(onHttps, person);
    const answer = await onHttps.visitor("POST", "/api/auth/sign-in/email", { email: person.email, password });
    expect(shapesOf(answer).length).toBeGreaterThan(0);
    for (const shape of shapesOf(answer)) expect(shape).toMatch(/^__Host-.*Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });
  it("A session cookie is rejected when tampered with and is replaced on sign-in", async () => {
    const person = await buildPerson(onHttp.db);
    const cookie = await onHttp.cookieOf(person);
    const changed = cookie.replace(/=(.)/, (_, first: string) => `=${first === "A" ? "B" : "A"}`);
    expect((await onHttp.visitor("GET", "/api/session", undefined, { cookie: changed })).body.session).toBeNull();
    const answer = await signIn(onHttp, { cookie });
    expect(answer.headers.getSetCookie()[0]).not.toContain(cookie.split("=")[1]?.slice(0, 20));
  });
});

describe("A write with a cookie", () => {
  const refused: Record<string, Record<string, string>> = {
    "from another site": { origin: "https://elsewhere.example" },
    "from another port": { origin: "http://127.0.0.1:3001" },
    "from another scheme": { origin: "https://127.0.0.1:3000" },
    "from a host name that starts with ours": { origin: "http://127.0.0.1:3000.elsewhere.example" },
    "from a sandboxed frame (Origin: null)": { origin: "null" },
    "without an Origin header": { origin: "" },
    "with forged headers of our origin": {
      origin: "https://elsewhere.example",
      "sec-fetch-site": "same-origin",
      referer: "http://127.0.0.1:3000/",
      "x-forwarded-host": "elsewhere.example",
    },
    "that the browser marks as cross-site": { origin: "", "sec-fetch-site": "cross-site" },
  };
  it.each(Object.entries(refused))("A write with a cookie %s is rejected", async (_name, headers) => {
    const admin = await onHttp.as(await buildAdmin(onHttp.db));
    const { id } = await buildInvitation(onHttp.db);
    for (const [method, path, body] of [
      ["DELETE", `/api/invitations/${id}`, undefined],
      ["POST", "/api/invitations", { email: "x@members.example" }],
      ["PUT", "/api/account/name", { full_name: "Somebody Else" }],
      ["DELETE", "/api/session", undefined],
    ] as const) {
      const answer = await admin(method, path, body, headers);
      expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 403, "foreign_origin"]);
    }
    expect((await admin("GET", "/api/session")).body.session.role).toBe("admin");
  });
  it("A write with a cookie cannot come from another site's form, because only JSON is accepted", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      const answer = await onHttp.visitor("POST", "/api/auth/sign-in/email", '{"email":"a@b.example","password":"x"}', {
        "content-type": type,
        origin: "https://elsewhere.example",
      });
      expect([type, answer.status]).toEqual([type, 415]);
    }
  });
  it("A write with a cookie is not allowed for other sites by a preflight response", async () => {
    const { status, headers } = await onHttp.visitor("OPTIONS", "/api/session", undefined, {
      origin: "https://elsewhere.example",
      "access-control-request-method": "DELETE",
    });
    expect([
      status,
      headers.get("access-control-allow-origin"),
      headers.get("access-control-allow-credentials"),
    ]).toEqual([404, null, null]);
  });
});

describe("A read request", () => {
  const left = async (admin: Person) => ({
    audit: await onHttp.db.selectFrom("audit_events").select("kind").where("actor_id", "=", admin.id).execute(),
    views: await onHttp.db.selectFrom("submission_views").select("user_id").where("viewer_id", "=", admin.id).execute(),
  });
  const nothing = { audit: [], views: [] };
  const downloads = ["/api/audit-events.csv", "/api/account/export"];

  it.each(["cross-site", "same-site"])(
    "A read sent by a browser for another site has no side effects: %s",
    async (site) => {
      const admin = await buildAdmin(onHttp.db);
      const call = await onHttp.as(admin);
      await buildSubmission(onHttp.db);
      const navigation = { "sec-fetch-site": site, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
      const answer = await call("GET", "/api/member-profile-submissions", undefined, navigation);
      expect([answer.status, answer.body.code]).toEqual([403, "foreign_origin"]);
      for (const path of downloads) await call("GET", path, undefined, navigation);
      expect(await left(admin)).toEqual(nothing);
    },
  );
  it.each(["GET", "HEAD"])("A read of a download returns 405 and allows POST: %s", async (method) => {
    const admin = await buildAdmin(onHttp.db);
    const call = await onHttp.as(admin);
    for (const path of downloads) {
      const { status, headers } = await call(method, path);
      expect([path, status, headers.get("allow")]).toEqual([path, 405, "POST"]);
    }
    expect(await left(admin)).toEqual(nothing);
  });
  it("A read of the submissions records a view with GET but not with HEAD", async () => {
    const admin = await buildAdmin(onHttp.db);
    const call = await onHttp.as(admin);
    const { user_id } = await buildSubmission(onHttp.db);
    expect((await call("HEAD", "/api/member-profile-submissions")).status).toBe(200);
    expect(await left(admin)).toEqual(nothing);
    for (const site of ["same-origin", "none"]) {
      const headers = { "sec-fetch-site": site };
      expect((await call("GET", "/api/member-profile-submissions", undefined, headers)).status).toBe(200);
    }
    expect((await left(admin)).views).toContainEqual({ user_id });
  });
});
