import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { buildPerson } from "#server/sample/builders.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAsActor } from "../../create-context.ts";
import { openTestGate, type TestGate } from "../jobs/test-gate.ts";
import { connectDatabase, type DatabaseConnection } from "./connect.ts";

/** What a replica answers is tested where there is one, by tests/ops/programs/several-machines.test.ts. */
let gate: TestGate;
let connection: DatabaseConnection;
const database = await openTestDatabase();

beforeEach(async () => {
  gate = await openTestGate(database.address);
  connection = connectDatabase(database.address, 3, { replica: gate.address });
});
afterEach(async () => {
  await connection.close();
  await gate.shut();
});

const whoAmI = sql<{ role: string; id: string | null }>`select current_user as role, app_user_id() as id`;
const asOf = "0/0";

it("The primary answers when the server that should be a replica is none, such as one that was promoted", async () => {
  const { id } = await buildPerson(database.db);
  const { rows } = await whoAmI.execute(connection.readAs({ userId: id, asOf }));
  expect(rows).toEqual([{ role: "club_member", id }]);
  expect(connection.replica?.reads).toEqual({ answered: 0, behind: 1, failed: 0 });
});

it("The primary answers while the replica is gone, and the replica is not asked by every read", async () => {
  await gate.shut();
  const { id } = await buildPerson(database.db);
  for (let n = 0; n < 3; n++) {
    const { rows } = await whoAmI.execute(connection.readAs({ userId: id, asOf }));
    expect(rows).toEqual([{ role: "club_member", id }]);
  }
  expect(connection.replica?.reads).toEqual({ answered: 0, behind: 0, failed: 1 });
});

it("The primary says what is wrong with a statement that the replica refused", async () => {
  const read = sql`select from nowhere`.execute(connection.readAs({ userId: null, asOf }));
  await expect(read).rejects.toMatchObject({ code: "42P01" });
});

it("The owner, and a reader who does not say as of when, is answered by the primary alone", async () => {
  await whoAmI.execute(connection.readAs("owner"));
  await whoAmI.execute(connection.readAs({ userId: null }));
  expect(connection.replica?.reads).toEqual({ answered: 0, behind: 0, failed: 0 });
});

it("A request that has written reads from the primary from then on", async () => {
  const queue = { enqueueMail: async () => {}, schedule: async () => {} };
  const actor = { userId: null, asOf };
  await createAsActor(connection.db, queue)(actor, async () => {});
  await whoAmI.execute(connection.readAs(actor));
  expect(connection.replica?.reads).toEqual({ answered: 0, behind: 0, failed: 0 });
});

it("A replica that does not answer, and a server that is none, are away", async () => {
  const gone = { isUp: false, lagBytes: null, lagSeconds: null };
  expect(await connection.replica?.readState()).toEqual(gone);
  await gate.shut();
  expect(await connection.replica?.readState()).toEqual(gone);
});
