import { expect, it } from "vitest";
import { jobNames } from "#shared/system/system-messages.ts";
import { jobs } from "./jobs.ts";

it("Each job has words, and there are none for another", () => {
  expect(Object.keys(jobNames)).toEqual(Object.keys(jobs).sort());
});
