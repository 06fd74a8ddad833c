import { expect, it } from "vitest";
import { listedDeal } from "#tests/support/listed-deal.ts";
import { nextOf } from "./deals.tsx";

const deal = { ...listedDeal, state: "released" as const, opens_at: "2027-01-20T10:00:00.000Z" };

it.each([
  ["when a released deal opens", {}, "2027-01-20T09:59:59Z", "Opens Wed 20 Jan, 10:00"],
  ["nothing once it is open", {}, "2027-01-20T10:00:00Z", null],
  ["nothing of an approved one that is not released", { state: "approved" }, "2027-01-19T12:00:00Z", null],
  ["what is written, in place of that", { next_step: "Call the founder" }, "2027-01-19T12:00:00Z", "Call the founder"],
  [
    "until when it is parked",
    { state: "parked", parked_until: "2027-04-05" },
    "2027-01-19T12:00:00Z",
    "Until 5 Apr 2027",
  ],
  [
    "until when it is parked, and what is written",
    { state: "parked", parked_until: "2027-04-05", next_step: "Ask for accounts" },
    "2027-01-19T12:00:00Z",
    "Until 5 Apr 2027, Ask for accounts",
  ],
] as const)("The Next column of a deal shows %s", (_name, given, now, next) => {
  expect(nextOf({ ...deal, ...given }, new Date(now))).toBe(next);
});
