import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { serve } from "@hono/node-server";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, importJWK, jwtVerify, SignJWT } from "jose";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createApp } from "#server/open-app.ts";
import { buildAdmin, buildPerson, type Person } from "#server/sample/builders.ts";
import { hashPassword } from "#tests/support/quick-passwords.ts";
import { giveSecondFactor } from "#tests/support/second-factor.ts";
import { needsPrograms } from "#tests/support/system-programs.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { findPort, listen } from "../../ops/start/start-club.ts";
import { consumeRefreshToken, getRefreshToken } from "./refresh-tokens.ts";
import { issueTokens } from "./token-routes.ts";

const appUrl = "http://127.0.0.1:3000";
const password = "seven quiet lanterns";
const day = 24 * 60 * 60 * 1000;
let shift = 0;
const club = await openTestApp({ now: () => new Date(Date.now() + shift) });
const password_hash = await hashPassword(password);
const person = await buildPerson(club.db, { email: "mina@castell.example", password_hash });
beforeEach(async () => {
  shift = 0;
  await sql`truncate auth.rate_limits`.execute(club.db);
});

// Programs send no Origin.
const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  club.visitor(method, path, body, { origin: "", ...headers });
const tokensFor = async (input: object) => call("POST", "/api/tokens", input);
/** Skips the password hash. */
async function signIn() {
  const session = await (await club.auth.$context).internalAdapter.createSession(person.id);
  const tokens = await issueTokens(club, { userId: person.id, sessionId: session.id });
  return { access_token: tokens.accessToken, refresh_token: tokens.refreshToken };
}
const renew = (refresh_token: string) => tokensFor({ refresh_token });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const sessionOf = (token: string) => call("GET", "/api/session", undefined, bearer(token));
const auditsOf = async ({ id }: { id: string }, kind: string) =>
  club.db
    .selectFrom("audit_events")
    .select(["actor_id", "details"])
    .where("subject_id", "=", id)
    .where("kind", "=", kind)
    .execute();

describe("POST /tokens", () => {
  it("returns an error for each field that is missing or wrong", async () => {
    for (const input of [{}, { email: person.email }, { password }, { email: "", password: "" }]) {
      const { status, body } = await tokensFor(input);
      expect([status, body.code, body.detail]).toEqual([
        400,
        "missing_credentials",
        "You must provide either an email or phone number and a password",
      ]);
    }
    expect((await tokensFor({ email: "mina", password })).body.code).toBe("invalid_body");
    expect((await tokensFor({ refresh_token: "" })).body.code).toBe("invalid_body");
  });
  it("gives a program a session with its tokens and no cookie, and writes audit rows", async () => {
    const { status, headers, body } = await tokensFor({ email: " Mina@Castell.example ", password });
    expect([status, headers.getSetCookie(), headers.get("cache-control")]).toEqual([200, [], "no-store"]);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: "bearer",
      expires_in: expect.any(Number),
      expires_at: decodeJwt(body.access_token).exp,
      user: expect.objectContaining({ id: person.id, email: "mina@castell.example" }),
      role: "member",
      membership_status: "approved",
      membership_end: null,
    });
    expect(body.expires_in).toBeGreaterThan(590);
    expect(body.expires_in).toBeLessThanOrEqual(600);
    expect(decodeJwt(body.access_token)).toEqual({
      iss: appUrl,
      aud: appUrl,
      sub: person.id,
      sid: expect.any(String),
      iat: body.expires_at - 600,
      exp: body.expires_at,
    });
    expect(await auditsOf(person, "signed_in")).toEqual([{ actor_id: person.id, details: {} }]);
    expect(await auditsOf(person, "tokens_issued")).toEqual([{ actor_id: person.id, details: {} }]);
  });
  it("rejects the same people as the sign-in form, with the same message and the same audit row", async () => {
    const fresh = await buildPerson(club.db, { email_verified: false, password_hash });
    expect((await tokensFor({ email: fresh.email, password })).body.code).toBe("email_not_verified");
    for (const email of [fresh.email, "nobody@castell.example"]) {
      const { status, body } = await tokensFor({ email, password: "wrong password" });
      expect([status, body.code, body.detail]).toEqual([400, "invalid_credentials", "Invalid login credentials"]);
    }
    expect(await auditsOf(fresh, "sign_in_failed")).toEqual([
      { actor_id: null, details: { reason: "email_not_verified" } },
      { actor_id: null, details: { reason: "invalid_credentials" } },
    ]);
  });
  it("shares the limit on password attempts with the sign-in form", async () => {
    for (let n = 0; n < 10; n++) await tokensFor({ email: "guess@castell.example", password: `guess ${n}` });
    const form = await call("POST", "/api/auth/sign-in/email", { email: "guess@castell.example", password });
    expect([form.status, (await tokensFor({ email: "guess@castell.example", password })).status]).toEqual([429, 429]);
  });
  it("stores neither tokens nor the private key in plain text", async () => {
    const { access_token, refresh_token } = await signIn();
    const { rows } = await sql<{ all: string }>`select concat(
      (select json_agg(t) from auth.refresh_tokens t), (select json_agg(k) from auth.jwks k),
      (select json_agg(s) from auth.sessions s), (select json_agg(e) from audit_events e)) as all`.execute(club.db);
    const stored = rows[0]?.all ?? "";
    expect(stored).toContain("private_key");
    expect(stored).not.toMatch(/\\?"d\\?":/);
    expect(stored).not.toContain(access_token);
    expect(stored).not.toContain(refresh_token);
  });

  describe("for a person with a second factor", () => {
    let factor: Awaited<ReturnType<typeof giveSecondFactor>>;
    let guarded: Person;
    beforeAll(async () => {
      guarded = await buildPerson(club.db, { password_hash });
      factor = await giveSecondFactor(club, guarded);
    });

    it("asks a person with a second factor for the code, and only when the password was right", async () => {
      const { status, body } = await tokensFor({ email: guarded.email, password });
      expect([status, body.code, body.detail]).toEqual([
        401,
        "totp_required",
        "Please enter the code of your authenticator app.",
      ]);
      const guess = await tokensFor({ email: guarded.email, password: "wrong", totp: factor.code() });
      expect(guess.body.code).toBe("invalid_credentials");
      expect(await auditsOf(guarded, "signed_in")).toEqual([]);
    });
    it("rejects a wrong code of a person with a second factor, and accepts a right one once", async () => {
      const now = factor.code();
      const wrong = now === "000000" ? "000001" : "000000";
      const refused = await tokensFor({ email: guarded.email, password, totp: wrong });
      expect([refused.status, refused.body.code]).toEqual([400, "invalid_code"]);
      const taken = await tokensFor({ email: guarded.email, password, totp: now });
      expect([taken.status, taken.body.user.id]).toEqual([200, guarded.id]);
      expect((await sessionOf(taken.body.access_token)).body.session.user.id).toBe(guarded.id);
      expect((await tokensFor({ email: guarded.email, password, totp: now })).body.code).toBe("invalid_code");
      expect(await auditsOf(guarded, "signed_in")).toEqual([{ actor_id: guarded.id, details: { factor: "totp" } }]);
    });
  });

  describe("with a refresh token", () => {
    it("returns the next pair for a refresh token each time, and extends the session", async () => {
      let pair: { refresh_token: string } = await signIn();
      for (const days of [20, 40, 60]) {
        shift = days * day;
        const { status, body } = await renew(pair.refresh_token);
        expect([status, body.user.id, body.refresh_token === pair.refresh_token]).toEqual([200, person.id, false]);
        expect((await sessionOf(body.access_token)).status).toBe(200);
        pair = body;
      }
      shift += 31 * day;
      const late = await renew(pair.refresh_token);
      expect([late.status, late.body.code]).toEqual([400, "invalid_token"]);
    });
    it("rejects a made-up refresh token, and an access token in its place", async () => {
      const { access_token } = await signIn();
      for (const token of ["made-up", access_token]) {
        const { status, body } = await renew(token);
        expect([status, body.code, body.detail]).toEqual([
          400,
          "invalid_token",
          "This refresh token is not valid any more. Please sign in again.",
        ]);
      }
    });
    it("ends the session and revokes all its tokens when a used refresh token is sent again, and audits that", async () => {
      const first = await signIn();
      const { body: second } = await renew(first.refresh_token);
      shift += 11_000;
      const replayed = await renew(first.refresh_token);
      expect([replayed.status, replayed.body.code]).toEqual([400, "invalid_token"]);
      expect((await renew(second.refresh_token)).status).toBe(400);
      for (const { access_token } of [first, second]) {
        const { status, body } = await sessionOf(access_token);
        expect([status, body.code]).toEqual([401, "session_missing"]);
      }
      expect(await auditsOf(person, "session_ended")).toEqual([
        { actor_id: null, details: { reason: "refresh_token_reused" } },
      ]);
      expect((await sessionOf((await signIn()).access_token)).status).toBe(200);
    });
    it("returns the next pair to one of ten calls that race with one refresh token", async () => {
      const { refresh_token } = await signIn();
      const answers = await Promise.all(Array.from({ length: 10 }, () => renew(refresh_token)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ body }) => body.code === "invalid_token")).toHaveLength(9);
      // One that comes later still is refused, and ends nothing.
      const [next] = answers.filter(({ status }) => status === 200);
      expect((await renew(refresh_token)).body.code).toBe("invalid_token");
      expect((await sessionOf(next?.body.access_token)).status).toBe(200);
    });
    it("leaves the session alone when the slower of two concurrent calls with a refresh token is rejected", async () => {
      const { access_token, refresh_token } = await signIn();
      const found = await Promise.all([1, 2].map(() => getRefreshToken(club, refresh_token)));
      const end = new Date(Date.now() + day);
      const spend = (token: (typeof found)[number]) =>
        club.db.transaction().execute((tx) => consumeRefreshToken(tx, token, new Date(), end));
      const outcomes = await Promise.allSettled(found.map(spend));
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect((await sessionOf(access_token)).status).toBe(200);
    });
    it("returns no tokens for a session that its owner has ended", async () => {
      const { access_token, refresh_token } = await signIn();
      await club.db.deleteFrom("auth.sessions").where("user_id", "=", person.id).execute();
      expect((await renew(refresh_token)).body.code).toBe("invalid_token");
      expect((await sessionOf(access_token)).body.code).toBe("session_missing");
    });
  });
});

describe("A token in place of the cookie", () => {
  it("An access token identifies the person and allows what they may do, without an origin header", async () => {
    const { access_token } = await signIn();
    const { body } = await sessionOf(access_token);
    expect(body.session).toMatchObject({ token_type: "bearer", role: "member", user: { id: person.id } });
    const saved = await call(
      "POST",
      "/api/member-profile-submissions/me",
      { full_name: "Mina Castell" },
      bearer(access_token),
    );
    expect([saved.status, saved.body.user_id]).toEqual([201, person.id]);
    expect((await call("GET", "/api/invitations", undefined, bearer(access_token))).body.code).toBe("admin_required");
  });
  it("An admin's access token has the admin's rights", async () => {
    const admin = await buildAdmin(club.db, { password_hash });
    const { body } = await tokensFor({ email: admin.email, password });
    expect(body.role).toBe("admin");
    expect((await call("GET", "/api/invitations", undefined, bearer(body.access_token))).status).toBe(200);
  });
  it("An access token takes precedence over any cookie", async () => {
    const { access_token } = await signIn();
    const cookie = await club.cookieOf(await buildPerson(club.db));
    const { body } = await club.visitor("GET", "/api/session", undefined, { cookie, ...bearer(access_token) });
    expect(body.session.user.id).toBe(person.id);
  });
  it("An access token does not disable the origin check of a cookie sent with it", async () => {
    const { access_token } = await signIn();
    const cookie = await club.cookieOf(person);
    const origin = "https://elsewhere.example";
    const answer = await club.visitor("DELETE", "/api/session", undefined, { cookie, origin, ...bearer(access_token) });
    expect([answer.status, answer.body.code]).toEqual([403, "foreign_origin"]);
  });
  it("An access token also authenticates the routes of Better Auth, as the same person", async () => {
    const { access_token } = await signIn();
    const enable = (headers: Record<string, string>) =>
      call("POST", "/api/auth/two-factor/enable", { password }, { ...bearer(access_token), ...headers });
    expect((await enable({})).body.totp_uri).toMatch(/^otpauth:/);
    const set = club.db.selectFrom("auth.two_factors").select("user_id").where("user_id", "=", person.id);
    expect(await set.execute()).toHaveLength(1);
    await club.db.deleteFrom("auth.two_factors").where("user_id", "=", person.id).execute();
  });
  it("An access token ends its own session on sign-out, and only its refresh token extends the session", async () => {
    const { access_token, refresh_token } = await signIn();
    const refreshed = await call("POST", "/api/session/refresh", undefined, bearer(access_token));
    expect(refreshed.body.session).toMatchObject({ token_type: "bearer", expires_in: expect.any(Number) });
    expect(refreshed.body.session.expires_in).toBeLessThanOrEqual(600);
    expect((await call("DELETE", "/api/session", undefined, bearer(access_token))).status).toBe(200);
    expect((await sessionOf(access_token)).body.code).toBe("session_missing");
    expect((await renew(refresh_token)).body.code).toBe("invalid_token");
  });
  it("An authorization header of another scheme, such as a proxy's, is ignored", async () => {
    const cookie = await club.cookieOf(person);
    const { body } = await club.visitor("GET", "/api/session", undefined, { cookie, authorization: "Basic YTpi" });
    expect(body.session.user.id).toBe(person.id);
  });

  describe("is rejected as invalid", () => {
    const claimsOf = (token: string) => decodeJwt(token);
    const keyRow = () => club.db.selectFrom("auth.jwks").selectAll().orderBy("id").executeTakeFirstOrThrow();
    /** Signed with the server's key. */
    async function signOwn(claims: object, header: { alg: string; kid?: string } = { alg: "EdDSA" }) {
      const { id, private_key } = await keyRow();
      const { secretConfig } = await club.auth.$context;
      const jwk = await symmetricDecrypt({ key: secretConfig, data: JSON.parse(private_key) });
      const key = await importJWK(JSON.parse(jwk), "EdDSA");
      return new SignJWT({ ...claims }).setProtectedHeader({ kid: id, ...header }).sign(key);
    }
    const now = () => Math.floor(Date.now() / 1000);
    async function expectRefused(token: string) {
      for (const [method, path] of [
        ["GET", "/api/session"],
        ["GET", "/api/member-profiles"],
        ["POST", "/api/session/refresh"],
      ] as const) {
        const { status, body, headers } = await call(method, path, undefined, bearer(token));
        expect([status, body.code, body.detail]).toEqual([400, "invalid_jwt", "Invalid JWT"]);
        expect(headers.get("content-type")).toBe("application/problem+json");
      }
    }

    it("A token is rejected as invalid when it is not a JWT", async () => {
      for (const token of ["", "garbage", "a.b.c", "..", "eyJhbGciOiJFZERTQSJ9..", "null"]) await expectRefused(token);
    });
    it("A token is rejected when only the signature is wrong; the same claims with the club's own are accepted", async () => {
      const { access_token } = await signIn();
      const claims = claimsOf(access_token);
      expect((await sessionOf(await signOwn(claims))).status).toBe(200);
      const [header, payload, signature = ""] = access_token.split(".");
      const other = Buffer.from(JSON.stringify({ ...claims, sub: "x" })).toString("base64url");
      await expectRefused(`${header}.${other}.${signature}`);
      await expectRefused(`${header}.${payload}.${signature.slice(0, -4)}AAAA`);
      await expectRefused(`${header}.${payload}.`);
    });
    it("A token of another issuer or for another audience is rejected as invalid", async () => {
      const claims = claimsOf((await signIn()).access_token);
      await expectRefused(await signOwn({ ...claims, iss: "https://elsewhere.example" }));
      await expectRefused(await signOwn({ ...claims, aud: "https://elsewhere.example" }));
      await expectRefused(await signOwn({ ...claims, iss: undefined }));
    });
    it("An expired token is rejected as invalid, at once and ten minutes after it was issued", async () => {
      const { access_token } = await signIn();
      await expectRefused(await signOwn({ ...claimsOf(access_token), exp: now() - 1 }));
      await expectRefused(await signOwn({ ...claimsOf(access_token), exp: undefined }));
      shift = 601_000;
      await expectRefused(access_token);
    });
    it("A token whose algorithm is none is rejected as invalid", async () => {
      const claims = claimsOf((await signIn()).access_token);
      const { id } = await keyRow();
      for (const alg of ["none", "None", "NONE"]) {
        const parts = [{ alg, kid: id }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
        await expectRefused(`${parts.join(".")}.`);
        await expectRefused(`${parts.join(".")}.c2lnbmVk`);
      }
    });
    it("A token signed by HS256 with the public key as the secret is rejected as invalid", async () => {
      const claims = claimsOf((await signIn()).access_token);
      const { id, public_key } = await keyRow();
      const x = Buffer.from(JSON.parse(public_key).x, "base64url");
      for (const secret of [Buffer.from(public_key), x]) {
        await expectRefused(
          await new SignJWT({ ...claims }).setProtectedHeader({ alg: "HS256", kid: id }).sign(secret),
        );
      }
      for (const secret of [club.authSecret, club.keys.betterAuth]) {
        const token = await new SignJWT({ ...claims }).setProtectedHeader({ alg: "HS256" }).sign(Buffer.from(secret));
        await expectRefused(token);
      }
    });
    it("A token signed by another key is rejected, under the club's key id or with that key in the header", async () => {
      const claims = claimsOf((await signIn()).access_token);
      const { id } = await keyRow();
      const { privateKey, publicKey } = generateKeyPairSync("ed25519");
      const jwk = publicKey.export({ format: "jwk" }) as { kty: string };
      const forge = (header: object) =>
        new SignJWT({ ...claims }).setProtectedHeader({ alg: "EdDSA", ...header }).sign(privateKey);
      for (const header of [{ kid: id }, { kid: id, jwk }, { kid: "another" }, {}]) {
        await expectRefused(await forge(header));
      }
      const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
      await expectRefused(
        await new SignJWT({ ...claims }).setProtectedHeader({ alg: "ES256", kid: id }).sign(ec.privateKey),
      );
    });
    it("A token that names no session is rejected as invalid", async () => {
      const claims = claimsOf((await signIn()).access_token);
      await expectRefused(await signOwn({ ...claims, sid: undefined }));
      await expectRefused(await signOwn({ ...claims, sid: "1 or 1=1" }));
    });
    it("A token that was signed before AUTH_SECRET was changed is rejected as invalid", async () => {
      const { access_token, refresh_token } = await signIn();
      const elsewhere = await symmetricEncrypt({ key: "another secret, of 32 characters too", data: "{}" });
      const { private_key } = await keyRow();
      await club.db
        .updateTable("auth.jwks")
        .set({ private_key: JSON.stringify(elsewhere) })
        .execute();
      await expectRefused(access_token);
      const renewed = await renew(refresh_token);
      expect(renewed.status).toBe(200);
      expect(decodeProtectedHeader(renewed.body.access_token).kid).not.toBe(decodeProtectedHeader(access_token).kid);
      expect((await sessionOf(renewed.body.access_token)).status).toBe(200);
      await club.db.deleteFrom("auth.jwks").where("private_key", "<>", JSON.stringify(elsewhere)).execute();
      await club.db.updateTable("auth.jwks").set({ private_key }).execute();
    });
  });
  it("An access token is answered 401 once its session has ended", async () => {
    const { access_token } = await signIn();
    await club.db.deleteFrom("auth.sessions").where("user_id", "=", person.id).execute();
    for (const path of ["/api/session", "/api/member-profiles"]) {
      const { status, body } = await call("GET", path, undefined, bearer(access_token));
      expect([status, body.code, body.detail]).toEqual([401, "session_missing", "Auth session missing!"]);
    }
  });
  it("A token is not reported as invalid while the keys cannot be read", async () => {
    const { access_token } = await signIn();
    await sql`alter table auth.jwks rename to jwks_gone`.execute(club.db);
    const { status } = await sessionOf(access_token);
    await sql`alter table auth.jwks_gone rename to jwks`.execute(club.db);
    expect([status, (await sessionOf(access_token)).status]).toEqual([500, 200]);
  });
});

describe("GET /auth/jwks", () => {
  it("publishes public keys only, cached for ten minutes", async () => {
    await signIn();
    const { status, headers, body } = await call("GET", "/api/auth/jwks");
    expect([status, headers.get("cache-control")]).toEqual([200, "public, max-age=600"]);
    expect(body.keys).toEqual([
      { kid: expect.any(String), alg: "EdDSA", kty: "OKP", crv: "Ed25519", x: expect.stringMatching(/^[\w-]{43}$/) },
    ]);
  });
});

describe("A running club", () => {
  let url: string;
  let stop: () => void;
  beforeAll(async () => {
    const server = serve({ fetch: createApp(club).fetch, port: 0, hostname: "127.0.0.1" });
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    stop = () => server.close();
  });
  afterAll(() => stop());

  it("Another service can check a token with the published keys", async () => {
    const { access_token } = await signIn();
    const keys = createRemoteJWKSet(new URL(`${url}/api/auth/jwks`));
    const { payload } = await jwtVerify(access_token, keys, { issuer: appUrl, audience: appUrl });
    expect(payload.sub).toBe(person.id);
  });
  it("The curl example of the API documentation runs unchanged", async (context) => {
    needsPrograms(context, ["sh", "curl", "sed"]);
    const { body } = await call("GET", "/api/openapi.json");
    const example = /```sh\n([\s\S]+?)```/.exec(body.paths["/tokens"].post.description)?.[1];
    if (!example) throw new Error("there is no example");
    const env = { PATH: process.env.PATH, CLUB: url, EMAIL: person.email, PASSWORD: password };
    const { stdout } = await promisify(execFile)("sh", ["-euc", example], { env });
    const answers = stdout
      .replaceAll("}{", "}\n{")
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(answers).toMatchObject([
      { session: { token_type: "bearer", user: { id: person.id } } },
      { token_type: "bearer", access_token: expect.any(String), user: { id: person.id } },
    ]);
  });
});

describe("A program that uses Node's fetch", () => {
  let url: string;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const place = { host: "127.0.0.1", port: await findPort({ host: "127.0.0.1", port: 0 }) };
    url = `http://127.0.0.1:${place.port}`;
    stop = await listen(club.fetch, place);
  });
  afterAll(() => stop());

  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });

  it("A program that uses Node's fetch gets tokens with a password and reads with them what its person may read", async () => {
    const answer = await post("/api/tokens", { email: person.email, password });
    expect(answer.status).toBe(200);
    const { access_token } = (await answer.json()) as { access_token: string };
    const session = await fetch(`${url}/api/session`, { headers: bearer(access_token) });
    expect(await session.json()).toMatchObject({ session: { user: { id: person.id } } });
  });
  it.each<Record<string, string>>([
    { origin: "https://elsewhere.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" },
    { referer: "https://elsewhere.example/page" },
    { cookie: "kindling.session_token=a" },
  ])("A program's sign-in is refused as another site's when it sends %j", async (headers) => {
    const answer = await post("/api/auth/sign-in/email", { email: person.email, password }, headers);
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});
