import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { migrate } from "#server/platform/db/migrate.ts";
import { connectTo } from "../support/database.ts";
import { prepareStage } from "../support/stage.ts";
import { signInAsAdmin } from "../support/visitor.ts";
import { auditLoad, nothingAmiss, startLoad } from "./support/load.ts";
import { writesPerPhase } from "./support/settings.ts";

const { folder, spawn, startOperatorsPostgres } = prepareStage();

it("A process answers the retried requests when the other one is killed", async () => {
  const postgres = await startOperatorsPostgres("sample club");
  const clubs = [spawn(postgres.settings), spawn(postgres.settings)] as const;
  const urls = await Promise.all(clubs.map((club) => club.url()));
  const load = startLoad(() => urls, await signInAsAdmin(urls[0] as string));
  await load.more(writesPerPhase);
  clubs[0].process.kill("SIGKILL");
  await load.more(writesPerPhase);
  const ledger = await load.stop();
  expect(await auditLoad("One of two processes killed", ledger, postgres.endpoint)).toEqual(nothingAmiss);
  expect(ledger.mostTries).toBe(2);
});

it("Three processes that start concurrently on an empty database migrate it once", async () => {
  const postgres = await startOperatorsPostgres();
  const clubs = [1, 2, 3].map(() => spawn(postgres.settings));
  const urls = await Promise.all(clubs.map((club) => club.url()));
  const database = await connectTo(postgres.endpoint);
  const { rows } = await database.query(
    "select count(*)::int as applied, count(distinct name)::int as different from migrations.applied",
  );
  const people = await database.query("select count(*)::int - count(distinct email)::int as doubled from auth.users");
  await database.end();
  expect(rows[0].applied).toBe(rows[0].different);
  expect(rows[0].applied).toBeGreaterThanOrEqual(1);
  expect(people.rows[0].doubled).toBe(0);
  const load = startLoad(() => urls, await signInAsAdmin(urls[0] as string));
  await load.more(writesPerPhase);
  expect(await auditLoad("Three started at once", await load.stop(), postgres.endpoint)).toEqual(nothingAmiss);
});

it("An old process keeps running, and can restart, on a database migrated by a newer version", async () => {
  const postgres = await startOperatorsPostgres("sample club");
  const old = spawn(postgres.settings);
  const urls = [await old.url()];
  const load = startLoad(() => urls, await signInAsAdmin(urls[0] as string));
  await load.more(writesPerPhase);
  await migrate(postgres.endpoint, newerProject());
  await load.more(writesPerPhase);
  const restarted = spawn(postgres.settings);
  urls.push(await restarted.url());
  await load.more(writesPerPhase);
  const ledger = await load.stop();
  expect(await auditLoad("Old process, new migration", ledger, postgres.endpoint)).toEqual(nothingAmiss);
  expect([ledger.putOff, ledger.found]).toEqual([0, []]);
});

/** Adds a migration that alters the busiest table. */
function newerProject(): string {
  const root = folder();
  cpSync("db", join(root, "db"), { recursive: true });
  writeFileSync(
    join(root, "db", "migrations", "9999_add_tomorrow.sql"),
    `alter table invitations add column of_tomorrow text not null default '';
     create index invitations_of_tomorrow_idx on invitations (of_tomorrow);
     create table tomorrow (id uuid primary key default app_uuid_v7());
     alter table tomorrow enable row level security;`,
  );
  return root;
}
