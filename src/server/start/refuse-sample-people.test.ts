import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { createSampleClub } from "../sample/sample-club.ts";
import { refuseSamplePeople } from "./refuse-sample-people.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

it("An operator cannot open a real club, by mistake, on the database of the sample club", async () => {
  await refuseSamplePeople(database.db);
  await createSampleClub(database.db, { hashPassword: async () => "a hash", now: new Date() });
  await expect(refuseSamplePeople(database.db)).rejects.toThrow(
    "holds the sample club, whose passwords everybody knows",
  );
});
