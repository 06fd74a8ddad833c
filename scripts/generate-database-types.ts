import { writeFileSync } from "node:fs";
import { createTestCluster } from "../tests/support/test-cluster.ts";
import { databaseTypes, databaseTypesFile, expectedRightsFile, expectedRightsText } from "./database-types.ts";

/** Run after a change of a column, a grant, a view or a signature. */
const cluster = await createTestCluster();
try {
  writeFileSync(databaseTypesFile, await databaseTypes(cluster.template));
  writeFileSync(expectedRightsFile, await expectedRightsText(cluster.template));
} finally {
  await cluster.stop();
}
