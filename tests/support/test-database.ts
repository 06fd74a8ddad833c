import { randomBytes } from "node:crypto";
import { afterAll, inject } from "vitest";
import { connectDatabase, type Database, type DatabaseConnection } from "#server/platform/db/connect.ts";
import type { DatabaseEndpoint } from "#server/platform/db/database-address.ts";
import { asSuperuser, copyStatement, templateDatabase } from "./test-cluster.ts";

export interface TestDatabase {
  address: DatabaseEndpoint;
  db: Database;
  readAs: DatabaseConnection["readAs"];
  poolState: DatabaseConnection["poolState"];
  close(): Promise<void>;
}

/** Each test file has one migrated database. @param template what it is a copy of. */
export async function createTestDatabase(template = templateDatabase): Promise<TestDatabase> {
  const owner = inject("databaseOwner");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await asSuperuser(owner, copyStatement(owner, name, template));
  const address = { ...owner, database: name };
  const connection = connectDatabase(address, 5);
  return {
    address,
    db: connection.db,
    readAs: connection.readAs,
    poolState: connection.poolState,
    close: async () => {
      await connection.close();
      // No FORCE: terminating a closed pool's session raises an unhandled error.
      await asSuperuser(owner, `drop database ${name}`);
    },
  };
}

/** For all tests of a file, at its top level: closed after the last of them. */
export async function openTestDatabase(template?: string): Promise<TestDatabase> {
  const database = await createTestDatabase(template);
  afterAll(() => database.close());
  return database;
}
