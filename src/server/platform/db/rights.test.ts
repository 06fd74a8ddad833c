import { CompiledQuery } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createLog } from "#server/ops/start/create-log.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { createReadinessCheck, refuseWrongRights } from "./migrate.ts";
import { compareRights, readRights } from "./rights.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const run = (statement: string) => database.db.executeQuery(CompiledQuery.raw(statement));
const differences = async () =>
  compareRights(
    await readRights(async (query) =>
      (await database.db.executeQuery<{ line: string }>(CompiledQuery.raw(query))).rows.map(({ line }) => line),
    ),
  );

it("A migrated database has the rights of this version, whatever the operator has beside them", async () => {
  await run("create table public.of_the_operator (id integer)");
  await run("grant select on public.of_the_operator to public");
  await run("create role reporting_of_the_operator").catch(() => {});
  await run("grant select on public.audit_events to reporting_of_the_operator").catch(() => {});
  expect(await differences()).toEqual([]);
  await refuseWrongRights(database.address);
});

it.each([
  [
    'drop policy "admins read the audit" on audit_events',
    'missing: policy on public.audit_events: "admins read the audit" select to club_member',
  ],
  ["alter table deals disable row level security", "missing: table public.deals: row-level security on"],
  ["revoke select on audit_events from club_member", "missing: grant on public.audit_events: club_member select"],
  ["grant insert on audit_events to club_member", "too much: grant on public.audit_events: club_member insert"],
  [
    "grant execute on function is_admin_person(uuid) to public",
    "too much: grant on public.is_admin_person(uuid): PUBLIC execute",
  ],
  ["grant usage on schema auth to club_member", "too much: schema auth: club_member usage"],
  [
    "alter view own_introductions reset (security_barrier)",
    "missing: view public.own_introductions: security_barrier=true",
  ],
  [
    "alter function is_admin() security invoker",
    "missing: function public.is_admin(): as its owner, search_path=pg_catalog",
  ],
  [
    'create policy "all" on auth.users to club_member using (true)',
    'too much: policy on auth.users: "all" all to club_member',
  ],
])("The difference %s is found, and the start refuses with the cure", async (statement, expected) => {
  await run(statement);
  expect(await differences()).toContain(expected);
  const start = refuseWrongRights(database.address);
  await expect(start).rejects.toThrow(expected);
  await expect(start).rejects.toThrow("pg_restore without --no-privileges");
});

it("A server whose database loses its policies is not ready, says why in the log, and is ready again with them", async () => {
  const lines: string[] = [];
  const log = createLog("error", { write: (line) => lines.push(line) });
  const check = createReadinessCheck(database.db, log, 0);
  await run("alter table deals disable row level security");
  await expect(check()).rejects.toMatchObject({ status: 503, code: "database_unavailable" });
  expect(lines.join()).toContain("missing: table public.deals: row-level security on");
  await run("alter table deals enable row level security");
  await check();
});
