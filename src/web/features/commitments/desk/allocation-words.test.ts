import { expect, it } from "vitest";
import { barOf, timesAsked } from "./allocation-part.tsx";
import { changeForm } from "./change-dialog.tsx";

it("A round tells how often its shares were asked for", () => {
  expect(timesAsked({ asked_shares: 100_400, capacity_shares: 80_645 })).toBe("1.24");
});

it("All bars are drawn to one scale, with a mark where the priority part ends", () => {
  const bar = barOf({ wish: 500, shares: 400, base: 100, priority: 200 }, 1000);
  expect(bar).toEqual({ wish: 50, gets: 40, mark: 30 });
  expect(barOf({ wish: 500, shares: 400, base: 100, priority: 0 }, 1000).mark).toBeNull();
  expect(barOf({ wish: 0, shares: 0, base: 0, priority: 0 }, 0)).toEqual({ wish: 0, gets: 0, mark: null });
});

it("Changed shares are read as people type them, and the rest is refused at its field", () => {
  expect(changeForm.parse({ shares: "6,879", reason: "As agreed" })).toEqual({ shares: 6879, reason: "As agreed" });
  const { error } = changeForm.safeParse({ shares: "6.5", reason: " " });
  expect(error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
    ["shares", "Please enter a whole number of shares"],
    ["reason", "Please give a reason. Every participant can read it."],
  ]);
});
