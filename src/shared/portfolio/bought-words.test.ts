import { expect, it } from "vitest";
import { boughtWords } from "./portfolio-messages.ts";

const split = { effective_on: "2026-05-12", new_shares: 10, old_shares: 1 };

it("boughtWords gives shares as bought and after the splits since, and nothing without a split", () => {
  expect(boughtWords({ shares: 2000, shares_now: 20_000, splits: [split] })).toBe(
    "2,000 as bought, 20,000 after the split of 12 May 2026 (10 for 1)",
  );
  expect(boughtWords({ shares: 2000, shares_now: 2000, splits: [] })).toBeUndefined();
});
