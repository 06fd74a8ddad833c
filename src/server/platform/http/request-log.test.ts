import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "#server/ops/start/create-log.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";

const lines: string[] = [];
const log = createLog("debug", { write: (line) => void lines.push(line) });
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const proxysId = "edge-01HV9Z4T.3f";

let proxied: TestApp;
let open: TestApp;

beforeAll(async () => {
  proxied = await createTestApp({ appUrl: "https://club.example", remoteAddress: "10.0.0.2", log });
  open = await createTestApp({ remoteAddress: "10.0.0.2", log });
});
afterAll(async () => {
  await proxied.close();
  await open.close();
});

const loggedOf = (requestId: string | null) =>
  lines.map((line) => JSON.parse(line)).filter((line) => line.request_id === requestId);

it("A call by an API key is logged with the key's id and its owner's", async () => {
  const admin = await buildAdmin(open.db);
  const made = await (await open.as(admin))("POST", "/api/api-keys", { name: "Ledger", scope: "read", days: 30 });
  const authorization = `Bearer ${made.body.key}`;
  const { headers } = await open.visitor("GET", "/api/people", undefined, { authorization });
  expect(loggedOf(headers.get("x-request-id"))).toEqual([
    expect.objectContaining({ path: "/api/people", status: 200, actor_id: admin.id, api_key_id: made.body.id }),
  ]);
  expect(JSON.stringify(lines)).not.toContain(made.body.key);
});

describe("A request id", () => {
  it("A request id is new for every request, sent with every response, pages included, and logged", async () => {
    const answers = [
      await open.visitor("GET", "/api/session"),
      await open.visitor("GET", "/api/nothing"),
      await open.visitor("GET", "/"),
    ];
    const ids = answers.map(({ headers }) => headers.get("x-request-id"));
    expect(ids).toEqual([expect.stringMatching(uuid), expect.stringMatching(uuid), expect.stringMatching(uuid)]);
    expect(new Set(ids).size).toBe(3);
    expect(loggedOf(ids[0] ?? "")).toEqual([
      expect.objectContaining({ msg: "request", method: "GET", path: "/api/session", status: 200, actor_id: null }),
    ]);
  });

  it("A request id is the one that the club's own proxy sent", async () => {
    const { headers } = await proxied.visitor("GET", "/api/session", undefined, { "x-request-id": proxysId });
    expect(headers.get("x-request-id")).toBe(proxysId);
    expect(loggedOf(proxysId)).toHaveLength(1);
  });

  it("A request id is not the one that an untrusted client sent, nor a malformed one", async () => {
    const strangers = await open.visitor("GET", "/api/session", undefined, { "x-request-id": proxysId });
    expect(strangers.headers.get("x-request-id")).toMatch(uuid);
    for (const given of ["short", "ada@club.example", "a b c d e f g h", "x".repeat(65), '{"level":60}']) {
      const { headers } = await proxied.visitor("GET", "/api/session", undefined, { "x-request-id": given });
      expect(headers.get("x-request-id")).toMatch(uuid);
    }
  });

  it("A request id is shown after an unexpected failure and finds it in the log, even with two at once", async () => {
    const lost = await createTestApp({ log });
    const admin = await lost.as(await buildAdmin(lost.db));
    await lost.db.schema.alterTable("invitations").renameTo("invitations_gone").execute();
    const answers = await Promise.all([
      admin("GET", "/api/invitations"),
      admin("POST", "/api/member-imports", { members: [{ line: 1, full_name: "Ada", email: "ada@mail.example" }] }),
      admin("GET", "/api/invitations"),
    ]);
    const [first, imported, second] = answers.map(({ headers }) => loggedOf(headers.get("x-request-id")));
    expect(answers[0].body).toEqual({
      type: "about:blank",
      title: "Internal Server Error",
      status: 500,
      detail: "Something went wrong on our side. Please try again.",
      code: "internal_error",
      request_id: answers[0].headers.get("x-request-id"),
    });
    for (const told of [first, second]) expect(told?.map(({ msg }) => msg)).toEqual(["unexpected", "request"]);
    expect(first?.[0].err.code).toBe("42P01");
    expect(imported?.map(({ msg }) => msg)).toEqual(["import line failed", "request"]);
    expect(lines.join("")).not.toContain("ada@mail.example");
    await lost.close();
  });
});
