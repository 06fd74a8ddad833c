import { afterAll, beforeAll, expect, it } from "vitest";
import { deriveKeys } from "#server/auth/derive-keys.ts";
import { createPageSeal } from "#server/features/statements/page-seal.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { refuseRealPeople, refuseSamplePeople } from "../../open-app.ts";
import { buildPerson } from "../../sample/builders.ts";
import { createSampleClub } from "../../sample/sample-club.ts";

const pageSeal = createPageSeal([deriveKeys("a secret for tests, of 32 characters and more").statementPages]);
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

it("An operator cannot open a real club on the database of the sample club by mistake", async () => {
  await refuseSamplePeople(database.db);
  await createSampleClub(database.db, {
    hashPassword: async () => "a hash",
    encrypt: async () => "encrypted",
    pageSeal,
    builtRoot: "dist",
    now: new Date(),
  });
  await expect(refuseSamplePeople(database.db)).rejects.toThrow(
    "holds the sample club, whose passwords everybody knows",
  );
});

it("The sample club does not open on a real club's database, and still opens on its own", async () => {
  const real = await createTestDatabase();
  await refuseRealPeople(real.db);
  await buildPerson(real.db);
  await expect(refuseRealPeople(real.db)).rejects.toThrow("holds a real club. Set ADMIN_EMAILS");
  await real.close();
  await createSampleClub(database.db, {
    hashPassword: async () => "a hash",
    encrypt: async () => "encrypted",
    pageSeal,
    builtRoot: "dist",
    now: new Date(),
  });
  await refuseRealPeople(database.db);
});
