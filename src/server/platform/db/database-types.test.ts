import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { openTestDatabase } from "#tests/support/test-database.ts";
import {
  databaseTypes,
  databaseTypesFile,
  expectedRightsFile,
  expectedRightsText,
} from "../../../../scripts/database-types.ts";

const database = await openTestDatabase();

it("The table types match the schema; if not, run npm run database-types", async () => {
  expect(readFileSync(databaseTypesFile, "utf8")).toBe(await databaseTypes(database.address));
});

it("The expected rights match the schema; if not, run npm run database-types", async () => {
  expect(readFileSync(expectedRightsFile, "utf8")).toBe(await expectedRightsText(database.address));
});
