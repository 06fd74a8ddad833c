import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { openTestGate, type TestGate } from "../jobs/test-gate.ts";
import { connectDatabase, type Database, type DatabaseConnection } from "./connect.ts";
import { isDatabaseUnavailable } from "./errors.ts";

let gate: TestGate;
let connection: DatabaseConnection;
let db: Database;
const connections = 3;

const database = await openTestDatabase();

beforeEach(async () => {
  gate = await openTestGate(database.address);
  connection = connectDatabase(gate.address, connections);
  db = connection.db;
});
afterEach(async () => {
  await connection.close();
  await gate.shut();
});

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "it went well",
    (error) => (isDatabaseUnavailable(error) ? "unavailable" : String(error)),
  );

const waitFor = (event: string) => async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity where datname = current_database() and wait_event = ${event}`.execute(
    database.db,
  );
  return rows[0]?.count;
};

it("A statement or transaction that loses its connection fails with database unavailable and releases the connection", async () => {
  for (let loss = 0; loss < connections + 1; loss++) {
    const sleeping = Array.from({ length: connections }, (_, index) =>
      index % 2 === 0
        ? sql`select pg_sleep(60)`.execute(db)
        : db.transaction().execute((tx) => sql`select pg_sleep(60)`.execute(tx)),
    );
    const failures = Promise.all(sleeping.map(failureOf));
    await expect.poll(waitFor("PgSleep")).toBe(connections);
    await gate.shut();
    expect(await failures).toEqual(Array(connections).fill("unavailable"));
    expect(await failureOf(sql`select 1`.execute(db))).toBe("unavailable");
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'`.execute(database.db);
    await gate.open();
    const answers = await Promise.all(Array.from({ length: connections + 1 }, () => sql`select 1`.execute(db)));
    expect(answers).toHaveLength(connections + 1);
  }
});

it("A transaction that loses its connection is rolled back", async () => {
  const writing = db.transaction().execute(async (tx) => {
    await tx.insertInto("admin_emails").values({ email: "ada@mail.example" }).execute();
    await gate.shut();
  });
  expect(await failureOf(writing)).toBe("unavailable");
  await gate.open();
  expect(await db.selectFrom("admin_emails").selectAll().execute()).toEqual([]);
});

it("Counts are returned as numbers", async () => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from generate_series(1, 3)`.execute(db);
  expect((rows[0]?.count ?? 0) + 1).toBe(4);
});
