import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildAdmin, buildInvitation, buildPerson } from "#server/sample/builders.ts";
import { createTestApp, openTestApp } from "#tests/support/test-app.ts";

const club = await openTestApp();

describe("The server", () => {
  it("The server leads password managers to the form that changes the password", async () => {
    const { status, headers } = await club.visitor("GET", "/.well-known/change-password");
    expect([status, headers.get("location")]).toEqual([302, "/#/members?tab=account&view=security&change=password"]);
    expect((await club.visitor("GET", "/.well-known/nothing-of-ours")).status).toBe(404);
  });
  it("The server reports that it is alive, and ready once the database answers", async () => {
    expect((await club.visitor("GET", "/healthz")).body).toEqual({ status: "ok" });
    expect((await club.visitor("GET", "/readyz")).body).toEqual({ status: "ok" });
  });
  it("The server reports not ready while it shuts down, still answers, and closes the load balancer's connections", async () => {
    let isStopping = false;
    const stopping = await createTestApp({ isStopping: () => isStopping });
    expect((await stopping.visitor("GET", "/readyz")).status).toBe(200);
    isStopping = true;
    const { status, body } = await stopping.visitor("GET", "/readyz");
    expect([status, body.code]).toEqual([503, "stopping"]);
    const alive = await stopping.visitor("GET", "/healthz");
    expect([alive.status, alive.headers.get("connection")]).toEqual([200, "close"]);
    expect((await stopping.visitor("GET", "/api/session")).status).toBe(200);
    await stopping.close();
  });
  it("The server reports that it is not ready while migrations are pending", async () => {
    const lost = await createTestApp();
    await lost.db.schema.alterTable("user_roles").renameTo("user_roles_gone").execute();
    expect((await lost.visitor("GET", "/readyz")).status).toBe(500);
    expect((await lost.visitor("GET", "/healthz")).status).toBe(200);
    await lost.close();
  });
  it("The server returns a problem document for an unknown route", async () => {
    const { status, body, headers } = await club.visitor("GET", "/api/nothing");
    expect(headers.get("content-type")).toBe("application/problem+json");
    expect([status, body]).toEqual([
      404,
      { type: "about:blank", title: "Not Found", status: 404, detail: "There is no such call.", code: "not_found" },
    ]);
  });
  it("The server returns a problem document for a body that is too long or not JSON", async () => {
    const json = { "content-type": "application/json" };
    const broken = await club.visitor("POST", "/api/registrations", "{", json);
    expect([broken.status, broken.body.code]).toEqual([400, "bad_request"]);
    const long = await club.visitor("POST", "/api/registrations", JSON.stringify({ code: "x".repeat(300_000) }), json);
    expect([long.status, long.body.code]).toEqual([413, "body_too_large"]);
  });
  it("The server accepts an import body of up to 2 MiB", async () => {
    const admin = await club.as(await buildAdmin(club.db));
    const longer = await admin("POST", "/api/member-imports/preview", { members: [], unused: "x".repeat(300_000) });
    expect([longer.status, longer.body.code]).toEqual([422, "no_valid_members"]);
    const tooLong = await admin("POST", "/api/member-imports/preview", { members: [], unused: "x".repeat(2_100_000) });
    expect(tooLong.body.code).toBe("body_too_large");
  });
  it("The server returns 422 with the field that contains control characters, at any depth", async () => {
    const member = await club.as(await buildPerson(club.db));
    const answers = [
      await club.visitor("POST", "/api/registrations", {
        code: "A\u0000",
        email: "a@castell.example",
        password: "lanterns",
      }),
      await member("GET", "/api/member-profiles?q=%00"),
      await member("GET", "/api/member-profiles?expertise=%00"),
      await member("POST", "/api/member-profile-submissions/me", { full_name: "A\nB" }),
      await member("POST", "/api/member-profile-submissions/me", {
        full_name: "A",
        website_url: "https://a.example/\u0000",
      }),
    ];
    expect(answers.map(({ status, body }) => [status, body.errors?.[0]?.path])).toEqual([
      [422, "code"],
      [422, "q"],
      [422, "expertise"],
      [422, "full_name"],
      [422, "website_url"],
    ]);
  });
  it("The server revalidates the document, caches hashed files for a year, and compresses both", async () => {
    const brotli = { "accept-encoding": "br" };
    const page = await club.visitor("GET", "/", undefined, brotli);
    expect([page.headers.get("cache-control"), page.headers.get("content-encoding")]).toEqual(["no-cache", "br"]);
    const [script] = readdirSync(join(club.builtRoot, "web/assets")).filter((name) => name.endsWith(".js"));
    const { headers } = await club.visitor("GET", `/assets/${script}`, undefined, brotli);
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const missing = await club.visitor("GET", "/assets/missing.js");
    expect([missing.status, missing.headers.get("cache-control")]).toEqual([404, "no-store"]);
    expect([headers.get("content-encoding"), headers.get("content-type")]).toEqual([
      "br",
      "text/javascript; charset=utf-8",
    ]);
  });
  it("The server denies pages the browser features that they do not need", async () => {
    const { headers } = await club.visitor("GET", "/healthz");
    expect(headers.get("content-security-policy")).toContain("script-src 'self';");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(headers.get("strict-transport-security")).toBeNull();
  });
  it("The server sends the same security headers with a 404, for every method", async () => {
    for (const [method, path] of [
      ["GET", "/assets/missing.js"],
      ["POST", "/about"],
      ["DELETE", "//elsewhere.example/"],
    ] as const) {
      const { status, body, headers } = await club.visitor(method, path);
      expect([status, body.code]).toEqual([404, "not_found"]);
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
  it("The API's description has every route, with its audience", async () => {
    const { body } = await club.visitor("GET", "/api/openapi.json");
    expect(body.paths["/invitations"].post["x-audience"]).toBe("admin");
  });
  it.each(["/api/openapi.json", "/api/docs"])(
    "The server builds %s once, compresses it, and answers 304 when it is unchanged",
    async (path) => {
      const { headers, body } = await club.visitor("GET", path);
      const etag = headers.get("etag") ?? "";
      expect([etag, headers.get("cache-control")]).toEqual([expect.stringMatching(/^"[\w-]+"$/), "no-cache"]);
      const cached = await club.visitor("GET", path, undefined, { "if-none-match": etag });
      expect([cached.status, cached.headers.get("etag")]).toEqual([304, etag]);
      const compressed = await club.visitor("GET", path, undefined, { "accept-encoding": "gzip, br" });
      expect([compressed.headers.get("content-encoding"), compressed.headers.get("vary")]).toEqual([
        "br",
        "Accept-Encoding",
      ]);
      expect(body).not.toEqual("");
    },
  );
  it("The server compresses reads of the API, but no invitations", async () => {
    const admin = await club.as(await buildAdmin(club.db));
    for (let made = 0; made < 10; made++) await buildInvitation(club.db);
    const encodingOf = async (path: string) =>
      (await admin("GET", path, undefined, { "accept-encoding": "br" })).headers.get("content-encoding");
    expect(await encodingOf("/api/settings")).toBe("br");
    expect(await encodingOf("/api/invitations")).toBeNull();
  });
  it("The server compresses the API documentation's scripts and styles and caches them for a year", async () => {
    const { body } = await club.visitor("GET", "/api/docs");
    const files = [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file);
    expect(files).toEqual([
      expect.stringMatching(/^\/assets\/api-docs-[\w-]{8}\.css$/),
      expect.stringMatching(/^\/assets\/swagger-ui-[\w-]{8}\.js$/),
      expect.stringMatching(/^\/assets\/api-docs-[\w-]{8}\.js$/),
    ]);
    for (const file of files) {
      const { status, headers } = await club.visitor("GET", file, undefined, { "accept-encoding": "br" });
      expect([status, headers.get("content-encoding"), headers.get("cache-control")]).toEqual([
        200,
        "br",
        "public, max-age=31536000, immutable",
      ]);
    }
  });
  it("The server rejects a write with a cookie from another origin", async () => {
    const call = await club.as(await buildPerson(club.db));
    for (const origin of ["https://elsewhere.example", "null", ""]) {
      const answer = await call("POST", "/api/member-profile-submissions/me", { full_name: "X" }, { origin });
      expect([answer.status, answer.body.code]).toEqual([403, "foreign_origin"]);
    }
    const own = await call(
      "POST",
      "/api/member-profile-submissions/me",
      { full_name: "X" },
      { origin: "http://localhost:3000" },
    );
    expect(own.status).toBe(201);
  });
  it("The server grants no rights when roles cannot be read", async () => {
    const lost = await createTestApp();
    const admin = await lost.as(await buildAdmin(lost.db));
    await lost.db.schema.alterTable("user_roles").renameTo("user_roles_gone").execute();
    expect((await admin("GET", "/api/invitations")).status).toBe(500);
    await lost.close();
  });
});
