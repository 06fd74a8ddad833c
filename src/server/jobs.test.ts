import { expect, it } from "vitest";
import { jobNames } from "#shared/system/system-messages.ts";
import { jobs } from "./jobs.ts";

it("has words for each job, and none for another", () => {
  expect(Object.keys(jobNames)).toEqual(Object.keys(jobs).sort());
});
