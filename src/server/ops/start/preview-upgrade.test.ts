import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { Client } from "pg";
import { expect, inject, it } from "vitest";
import { type DatabaseEndpoint, pgOptions } from "#server/platform/db/database-address.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import { asSuperuser } from "#tests/support/test-cluster.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { describeUpgrade } from "./preview-upgrade.ts";

async function query(address: DatabaseEndpoint, statement: string) {
  const client = new Client(pgOptions(address));
  await client.connect();
  return client.query(statement).finally(() => client.end());
}

it("A preview says of each running deal who signs for its money, and changes nothing", async () => {
  const { address, db, close } = await createTestDatabase();
  const [amara, daniel] = [
    await buildAdmin(db, { full_name: "Amara Okafor" }),
    await buildAdmin(db, { full_name: "Daniel Price" }),
  ];
  const company = (name: string) => ({ company: { name } });
  await buildDeal(db, { ...company("Alder Analytics"), author_id: amara.id, approved_by: daniel.id });
  await buildDeal(db, { ...company("Birch Systems"), state: "closing", author_id: amara.id });
  await buildDeal(db, { ...company("Fern Robotics"), state: "preparing" });
  await buildDeal(db, { ...company("Hazel Health"), state: "completed" });
  // The database looks like one of a version with other functions.
  await query(address, "update migrations.code set sha256 = 'of another version'");

  expect(await describeUpgrade(address, process.cwd())).toBe(
    [
      "Nothing was changed. This is what the upgrade makes of the deals that run:",
      "",
      "Alder Analytics, Seed round (Released): Amara Okafor, Daniel Price sign for its money.",
      "Birch Systems, Seed round (Closing): blocked: only Amara Okafor can sign for its money. Make a second admin.",
      "Fern Robotics, Seed round (Preparing): two sign its offer in place of an approval.",
    ].join("\n"),
  );
  expect((await query(address, "select sha256 from migrations.code where creation is not null")).rows).toEqual([
    { sha256: "of another version" },
  ]);
  await close();
});

it("A preview accepts the last version without releases and leaves it unchanged", async () => {
  const owner = inject("databaseOwner");
  const address = { ...owner, database: `test_${randomBytes(6).toString("hex")}` };
  await asSuperuser(owner, `create database ${address.database} owner ${owner.user}`);
  await query(address, gunzipSync(readFileSync("tests/support/data/schema-before-releases.sql.gz")).toString());
  const names = async () => (await query(address, "select name from migrations.applied order by id")).rows;
  const before = await names();
  expect(await describeUpgrade(address, process.cwd())).toMatch(/No deal runs\.$/);
  expect(await names()).toEqual(before);
  await asSuperuser(owner, `drop database ${address.database}`);
});
