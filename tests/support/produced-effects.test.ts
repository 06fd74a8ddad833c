import { expect, it } from "vitest";
import { effectsInDoubt } from "./produced-effects.ts";

const registry = ["audit signed_in", "mail test", "notice tier_ended"];

it("names each registered effect that no test has produced", () => {
  expect(effectsInDoubt(registry, new Set(["mail test"]), {})).toEqual([
    "No test produces audit signed_in.",
    "No test produces notice tier_ended.",
  ]);
});

it("accepts an effect that is not produced while it is an exception", () => {
  expect(effectsInDoubt(registry, new Set(["audit signed_in", "mail test"]), { "notice tier_ended": "why" })).toEqual(
    [],
  );
});

it("names an exception that a test has produced", () => {
  expect(effectsInDoubt(registry, new Set(registry), { "mail test": "why" })).toEqual([
    "Remove the exception mail test: it is produced by a test, or not registered.",
  ]);
});

it("names an exception that is in no registry", () => {
  expect(effectsInDoubt(registry, new Set(registry), { "mail gone": "why" })).toEqual([
    "Remove the exception mail gone: it is produced by a test, or not registered.",
  ]);
});

it("accepts a run that has produced every registered effect, and effects of no registry", () => {
  expect(effectsInDoubt(registry, new Set([...registry, "audit made_up"]), {})).toEqual([]);
});
