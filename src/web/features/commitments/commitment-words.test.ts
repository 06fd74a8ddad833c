import { expect, it } from "vitest";
import { commitmentWords } from "./commitment-words.ts";

it("says of one share that it is one", () => {
  expect(commitmentWords({ state: "committed", shares: 1 })).toBe("Committed, 1 share");
  expect(commitmentWords({ state: "committed", shares: 9_677 })).toBe("Committed, 9,677 shares");
});
