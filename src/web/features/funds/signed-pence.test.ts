import { expect, it } from "vitest";
import { sumBothWays } from "./signed-pence.ts";

it("Money of both directions is summed in each, and of one direction with its sign", () => {
  expect(sumBothWays([155_757, -7070])).toBe("£1,557.57 in, £70.70 out");
  expect(sumBothWays([155_757, 100])).toBe("£1,558.57");
  expect(sumBothWays([-7070])).toBe("−£70.70");
});
