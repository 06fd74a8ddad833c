import { expect, it } from "vitest";
import { partDifferenceWords } from "./difference-words.ts";

it("A cost that is a penny off its shares × price is explained, and one that is not has no words", () => {
  const part = { price: "1.237654", shares: 6_344 };
  expect(partDifferenceWords({ ...part, cost_pence: 785_168 })).toBeNull();
  expect(partDifferenceWords({ ...part, cost_pence: 785_167 })).toBe(
    "Shares × price alone is £7,851.68. The costs of all members add up to exactly what the company is paid, so one member’s cost can be a penny more or less.",
  );
});
