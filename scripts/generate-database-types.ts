import { writeFileSync } from "node:fs";
import { createTestCluster } from "../tests/support/test-cluster.ts";
import { databaseTypes, databaseTypesFile } from "./database-types.ts";

/** Writes the table types anew from the migrations: run it after adding one. */
const cluster = await createTestCluster();
try {
  writeFileSync(databaseTypesFile, await databaseTypes(cluster.template));
} finally {
  await cluster.stop();
}
