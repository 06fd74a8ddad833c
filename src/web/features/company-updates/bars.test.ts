import { expect, it } from "vitest";
import { barsOf } from "./update-view.tsx";

it("draws sticks from 0 on one scale, inside the height", () => {
  expect(barsOf([5, null, 10], 44, 4)).toEqual({
    bars: [{ from: 42, to: 22 }, null, { from: 42, to: 2 }],
    base: 42,
  });
});
it("draws what is below 0 downwards", () => {
  expect(barsOf([10, -10], 44, 4)).toEqual({
    bars: [
      { from: 22, to: 2 },
      { from: 22, to: 42 },
    ],
    base: 22,
  });
  expect(barsOf([-5, -10], 44, 4).base).toBe(2);
});
it("draws 0 as a dot at the foot", () => {
  expect(barsOf([0, 0], 44, 4)).toEqual({
    bars: [
      { from: 42, to: 42 },
      { from: 42, to: 42 },
    ],
    base: 42,
  });
});
