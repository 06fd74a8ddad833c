import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { buildInvitation, buildPerson } from "#server/sample/builders.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { tries } from "#tests/support/tries.ts";
import { fromCursor, type KeysetOrder, keysetPage, newestFirst, readInOrder } from "./keyset-page.ts";

const day = (date: number) => new Date(Date.UTC(2026, 10, date));
const database = await openTestDatabase();
const guest = await buildPerson(database.db);
// Few values for many rows: ties everywhere, two nulls.
for (let n = 0; n < 23; n++) {
  await buildInvitation(database.db, {
    created_at: day(1 + (n % 3)),
    expires_at: day(10 + (n % 4)),
    used_at: n % 5 < 2 ? null : day(5 + (n % 2)),
    used_by: n % 3 === 0 ? null : guest.id,
  });
}

const directions = ["asc", "desc"] as const;
const anyOrder = fc
  .tuple(
    fc.shuffledSubarray([
      { name: "created_at", type: "timestamptz" },
      { name: "expires_at", type: "timestamptz" },
      { name: "used_at", type: "timestamptz", isNullable: true },
      { name: "used_by", type: "uuid", isNullable: true },
    ] as const),
    fc.array(fc.constantFrom(...directions), { minLength: 5, maxLength: 5 }),
  )
  .map(([columns, choices]) =>
    [...columns, { name: "id", type: "uuid" } as const].map((column, place) => ({
      ...column,
      direction: choices[place] ?? "asc",
    })),
  );

const invitations = () =>
  database.db.selectFrom("invitations").select(["id", "created_at", "expires_at", "used_at", "used_by"]);

type Name = "id" | "created_at" | "expires_at" | "used_at" | "used_by";

async function pageThrough(order: KeysetOrder<Name>, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await keysetPage(invitations(), order, { limit, cursor });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return ids;
}

async function sorted(order: KeysetOrder<Name>): Promise<string[]> {
  const query = order.reduce((all, { name, direction }) => all.orderBy(sql.ref(name), direction), invitations());
  return (await query.execute()).map(({ id }) => id);
}

describe("Pages of a list", () => {
  it("Pages of a list return every row once and in order, for every sort order and page size", async () => {
    await fc.assert(
      fc.asyncProperty(anyOrder, fc.integer({ min: 1, max: 25 }), async (order, limit) => {
        expect(await pageThrough(order, limit)).toEqual(await sorted(order));
      }),
      { numRuns: tries(200) },
    );
  });

  it("Pages of a list omit the next cursor after the last row", async () => {
    const whole = await keysetPage(invitations(), newestFirst("created_at"), { limit: 23 });
    const short = await keysetPage(invitations(), newestFirst("created_at"), { limit: 22 });
    expect([whole.items.length, whole.next_cursor]).toEqual([23, null]);
    expect([short.items.length, typeof short.next_cursor]).toEqual([22, "string"]);
  });

  it("Pages of a list compare whole rows when all columns sort in one direction, so that an index is used", () => {
    const id = "01900000-0000-7000-8000-000000000000";
    const { sql: text } = readInOrder(
      invitations(),
      newestFirst("created_at"),
      [day(1).toISOString(), id],
      5,
    ).compile();
    expect(text).toContain(`where ("created_at", "id") < ($1::timestamptz, $2::uuid) order by`);
  });
});

describe("A cursor", () => {
  const id = "01900000-0000-7000-8000-000000000000";
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  it.each([
    ["that is not base64", "§§§"],
    ["that is not JSON", Buffer.from("[").toString("base64url")],
    ["that is not an array", encoded({ created_at: "2026-11-01T00:00:00.000Z", id })],
    ["that is null", encoded(null)],
    ["with too few values", encoded(["2026-11-01T00:00:00.000Z"])],
    ["with too many values", encoded(["2026-11-01T00:00:00.000Z", id, id])],
    ["with an impossible date", encoded(["2026-02-30T00:00:00.000Z", id])],
    ["with a year out of PostgreSQL's range", encoded(["+275760-09-13T00:00:00.000Z", id])],
    ["with an invalid id", encoded(["2026-11-01T00:00:00.000Z", "1"])],
    ["with null for a column that is not nullable", encoded([null, id])],
  ])("A cursor %s is rejected with 422", (_what, cursor) => {
    expect(() => fromCursor(newestFirst("created_at"), cursor)).toThrow(
      expect.objectContaining({
        status: 422,
        code: "invalid_body",
        more: {
          errors: [
            { path: "cursor", message: "is not a cursor of this list; leave it out to start from the beginning" },
          ],
        },
      }),
    );
  });
});
