import { expect, it } from "vitest";
import { formatFigure } from "./company-figure-words.ts";

it.each([
  ["arr_pence", 31_000_000, "£310k"],
  ["arr_pence", 123_456_789, "£1.23m"],
  ["arr_pence", 0, "£0"],
  ["arr_pence", 95_000, "£950"],
  ["net_burn_pence", 2_200_000, "£22k"],
  ["net_burn_pence", -450_000, "−£4.5k"],
  ["nrr_bp", 10_400, "104%"],
  ["gross_margin_bp", 7_250, "72.5%"],
  ["gross_margin_bp", -1_200, "−12%"],
  ["runway_months", 16, "16"],
  ["headcount", 1_200, "1,200"],
] as const)("The figure %s of %d is written %s", (name, value, text) => expect(formatFigure(name, value)).toBe(text));
