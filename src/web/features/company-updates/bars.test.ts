import { expect, it } from "vitest";
import { barsOf } from "./update-view.tsx";

it("Bars are sticks from 0 on one scale, inside the height", () => {
  expect(barsOf([5, null, 10], 44, 4)).toEqual({
    bars: [{ from: 42, to: 22 }, null, { from: 42, to: 2 }],
    base: 42,
  });
});
it("A bar below 0 is drawn downwards", () => {
  expect(barsOf([10, -10], 44, 4)).toEqual({
    bars: [
      { from: 22, to: 2 },
      { from: 22, to: 42 },
    ],
    base: 22,
  });
  expect(barsOf([-5, -10], 44, 4).base).toBe(2);
});
it("A bar of 0 is a dot at the foot", () => {
  expect(barsOf([0, 0], 44, 4)).toEqual({
    bars: [
      { from: 42, to: 42 },
      { from: 42, to: 42 },
    ],
    base: 42,
  });
});
