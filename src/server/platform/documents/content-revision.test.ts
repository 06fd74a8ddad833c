import { sql } from "kysely";
import { expect, it } from "vitest";
import { silentLog } from "#tests/support/silent-log.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { followContentRevision } from "../../open-app.ts";

const never = 3_600_000;

const database = await openTestDatabase();
await sql`create table test_contents (words text)`.execute(database.db);
await sql`create trigger mark after insert or update or delete on test_contents
  for each statement execute function mark_content_revision()`.execute(database.db);

const follow = (checkEveryMilliseconds: number) =>
  followContentRevision({ ...database, log: silentLog, checkEveryMilliseconds });

const listeners = async (): Promise<number[]> => {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and query = 'listen content_revision'
  `.execute(database.db);
  return rows.map(({ pid }) => pid);
};

it("Every listening process is notified of a change once it is committed", async () => {
  const processes = [await follow(never), await follow(never)];
  await expect.poll(listeners).toHaveLength(2);
  const before = processes.map(({ current }) => current());
  await database.db.transaction().execute(async (tx) => {
    await sql`insert into test_contents values ('new')`.execute(tx);
    expect(processes.map(({ current }) => current())).toEqual(before);
  });
  for (const { current } of processes) await expect.poll(current).not.toBe(before[0]);
  expect(new Set(processes.map(({ current }) => current())).size).toBe(1);
  for (const { stop } of processes) await stop();
});

it("A change whose notification was lost is detected", async () => {
  const { current, stop } = await follow(20);
  const before = current();
  await sql`update content_revisions set revision = gen_random_uuid()`.execute(database.db);
  await expect.poll(current).not.toBe(before);
  await stop();
});

it("A process listens again after a lost connection", async () => {
  const { stop } = await follow(20);
  await expect.poll(listeners).toHaveLength(1);
  const [lost] = await listeners();
  await sql`select pg_terminate_backend(${lost})`.execute(database.db);
  await expect.poll(async () => (await listeners()).filter((pid) => pid !== lost)).toHaveLength(1);
  await stop();
});
