import { expect, it } from "vitest";
import { effectsWithoutTest } from "./produced-effects.ts";

const registry = ["audit signed_in", "mail test", "notice tier_ended"];

it("effectsWithoutTest lists each registered effect that no test has produced", () => {
  expect(effectsWithoutTest(registry, new Set(["mail test"]))).toEqual([
    "No test produces audit signed_in.",
    "No test produces notice tier_ended.",
  ]);
});

it("effectsWithoutTest accepts a run that has produced every registered effect, and effects of no registry", () => {
  expect(effectsWithoutTest(registry, new Set([...registry, "audit made_up"]))).toEqual([]);
});
