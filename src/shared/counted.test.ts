import { expect, it } from "vitest";
import { counted } from "./counted.ts";

it("counted writes one in the singular, and everything else in the plural", () => {
  expect([counted(1, "line"), counted(0, "line"), counted(1250, "share"), counted(1, "more share")]).toEqual([
    ...["1 line", "0 lines", "1,250 shares", "1 more share"],
  ]);
});
