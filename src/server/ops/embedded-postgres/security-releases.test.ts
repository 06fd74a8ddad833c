import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { findSecurityRelease, warnOfOldPostgres } from "./security-releases.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it.each([
  [180004, "18.7"],
  [180007, undefined],
  [170011, "17.12"],
  [170012, undefined],
  [160015, "16.16"],
  [160016, undefined],
  [150019, "15.20"],
  [150020, undefined],
  [190000, undefined],
])("A server with server_version_num %i has to be upgraded to %s", (version, release) => {
  expect(findSecurityRelease(version)).toBe(release);
});

it.each([
  [true, /^PostgreSQL lacks security fixes: npm has no newer embedded PostgreSQL; set DATABASE_URL /],
  [false, /^PostgreSQL lacks security fixes: upgrade the server behind DATABASE_URL$/],
])(
  "An operator sees one warning about a server without the latest security release (embedded: %s)",
  async (isOwn, message) => {
    const lines: string[] = [];
    await warnOfOldPostgres(database.db, isOwn, pino({}, { write: (line) => void lines.push(line) }));
    const { rows } = await sql<{ server_version: string }>`show server_version`.execute(database.db);
    const expected = {
      version: rows[0]?.server_version,
      security_release: "18.7",
      msg: expect.stringMatching(message),
    };
    expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ level: 40, ...expected })]);
  },
);
