import { describe, expect, it } from "vitest";
import { createApi } from "#server/api.ts";
import { type Audience, audiences, type Requirement } from "#server/auth/guard.ts";
import { declaredIn, nameOfRoute } from "#server/route.ts";
import { buildAdmin, buildPerson } from "#server/sample/builders.ts";
import { setDeals } from "./support/set-deals.ts";
import { type Call, openTestApp } from "./support/test-app.ts";

/** Every operation, with an id for each path parameter. */
const operations = declaredIn(createApi()).map((declared) => ({
  declared,
  audience: declared.audience,
  name: nameOfRoute(declared),
  method: declared.method.toUpperCase(),
  path: `/api${declared.path.replace(/\{\w+\}/g, "01900000-0000-7000-8000-000000000000")}`,
}));
/** Whom each requirement refuses, and the answer. A requirement that is not listed here does not compile. */
const lacking: Record<Requirement, { who: string; answer: string; call: () => Promise<Call> }> = {
  session: { who: "a visitor", answer: "401 session_missing", call: async () => club.visitor },
  membership: {
    who: "a rejected person",
    answer: "403 membership_rejected",
    call: async () => club.as(await buildPerson(club.db, { status: "rejected" })),
  },
  approval: {
    who: "a person who waits for approval",
    answer: "403 membership_required",
    call: async () => club.as(await buildPerson(club.db, { status: "pending" })),
  },
  open_gate: {
    who: "a member without a statement",
    answer: "403 statement_required",
    call: async () => club.as(await buildPerson(club.db)),
  },
  admin_role: {
    who: "a member",
    answer: "403 admin_required",
    call: async () => club.as(await buildPerson(club.db)),
  },
};
const refusals = (Object.keys(audiences) as Audience[]).flatMap((audience) =>
  audiences[audience].map((requirement: Requirement) => ({ audience, requirement, ...lacking[requirement] })),
);

const club = await openTestApp();
await setDeals(club.db);

describe("Every operation", () => {
  it("Every operation has the audience, the name, and the scope for keys, that were reviewed", async () => {
    const lines = operations
      .map(({ declared: { audience, key, needsFreshSignIn, name: id }, name }) =>
        [audience, name, id, ...(key ? [`key:${key}`] : []), ...(needsFreshSignIn ? ["fresh"] : [])].join(" "),
      )
      .sort();
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("rights/operations.txt");
  });
  it.each(refusals)(
    "Every operation for $audience answers $answer to $who",
    async ({ audience, answer: expected, call }) => {
      const ask = await call();
      const meant = operations.filter((operation) => operation.audience === audience);
      const others: string[] = [];
      for (const { name, method, path } of meant) {
        const { status, body, headers } = await ask(method, path);
        const given = `${status} ${body.code}`;
        const isProblem = headers.get("content-type") === "application/problem+json";
        const isChallenged = status !== 401 || headers.get("www-authenticate") === 'Bearer realm="club"';
        if (given !== expected || !isProblem || !isChallenged) others.push(`${name}: ${given}`);
      }
      expect(meant.length).toBeGreaterThan(0);
      expect(others).toEqual([]);
    },
  );
});

describe("What needs a fresh sign-in", () => {
  const meant = operations.filter(({ declared }) => declared.needsFreshSignIn);
  it("An operation that needs a fresh sign-in is refused ten minutes after it, to a person with the right", async () => {
    const admin = await buildAdmin(club.db);
    const stale = await club.asStale(admin);
    const created_at = new Date(Date.now() - 10 * 60_000);
    await club.db.updateTable("auth.sessions").set({ created_at }).where("user_id", "=", admin.id).execute();
    const others: string[] = [];
    for (const { name, method, path } of meant) {
      const { status, body } = await stale(method, path, {});
      if (`${status} ${body.code}` !== "403 fresh_sign_in_required") others.push(`${name}: ${status} ${body.code}`);
    }
    expect(others).toEqual([]);
    expect(meant.length).toBeGreaterThan(10);
  });
  it("A fresh sign-in is needed for what a second person confirms about money or shares", () => {
    const confirmed = operations.filter(
      ({ path, declared: { refuses } }) =>
        /\/(?:confirm|approve)$/.test(path) && refuses?.includes("second_person_required"),
    );
    // Lines of the bank that have arrived: nothing leaves by booking them.
    expect(confirmed.filter((one) => !meant.includes(one)).map(({ name }) => name)).toEqual([
      "POST /bank-lines/confirm",
    ]);
    expect(confirmed.length).toBe(11);
  });
  it("Operations that need a fresh sign-in are closed to API keys", () => {
    expect(meant.filter(({ declared }) => declared.key)).toEqual([]);
  });
});

describe("Every body", () => {
  it("Every body that is a file has a limit of its own", () => {
    const files = operations.filter(({ declared }) => declared.upload);
    expect(files.filter(({ declared }) => !declared.limit).map(({ name }) => name)).toEqual([]);
    expect(files.length).toBeGreaterThan(12);
  });
  it("Every body is accepted up to the limit of its route, and refused with the route's words above it", async () => {
    const admin = await club.as(await buildAdmin(club.db));
    const faults: string[] = [];
    for (const { name, method, path, declared } of operations) {
      const { limit, upload = "application/json" } = declared;
      if (!limit) continue;
      const send = (bytes: number) =>
        admin(method, path, new Uint8Array(bytes), { "content-type": [upload].flat()[0] ?? "" });
      const [most, more] = [await send(limit.bytes), await send(limit.bytes + 1)];
      const words = limit.message ?? `Please send at most ${limit.bytes / 1024} KiB.`;
      if (most.status === 413 || most.status >= 500)
        faults.push(`${name} refuses ${limit.bytes} bytes: ${most.status}`);
      if (more.body.code !== "body_too_large" || more.body.detail !== words)
        faults.push(`${name} above ${limit.bytes} bytes: ${more.status} ${more.body.detail}`);
    }
    expect(faults).toEqual([]);
  });
});
