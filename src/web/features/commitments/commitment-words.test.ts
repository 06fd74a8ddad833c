import { expect, it } from "vitest";
import { commitmentWords } from "./commitment-words.ts";

it("A commitment to one share is written in the singular", () => {
  expect(commitmentWords({ state: "committed", shares: 1 })).toBe("Committed, 1 share");
  expect(commitmentWords({ state: "committed", shares: 9_677 })).toBe("Committed, 9,677 shares");
});
