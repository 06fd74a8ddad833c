import { sql } from "kysely";
import { expect, it } from "vitest";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { withUtcMoments } from "./utc-moments.ts";

const database = await openTestDatabase();

it("Moments in JSON from the database are in UTC with a Z, like all others", async () => {
  const { rows } = await sql<{ json: unknown; jsonb: unknown }>`
    select json_build_object('at', moment) as json, jsonb_build_array(moment, moment::date, 'at 12:00:00+00:00') as jsonb
      from (select '2027-01-27 10:00:00.125+00'::timestamptz(3)) as given (moment)`.execute(database.db);
  expect(rows).toEqual([
    {
      json: { at: "2027-01-27T10:00:00.125Z" },
      jsonb: ["2027-01-27T10:00:00.125Z", "2027-01-27", "at 12:00:00+00:00"],
    },
  ]);
});

it("Other texts stay as they are", () => {
  for (const json of ['{"at":"2027-01-27T10:00:00+01:00"}', '"before 2027-01-27T10:00:00+00:00"', "[1]"])
    expect(withUtcMoments(json)).toBe(json);
});
