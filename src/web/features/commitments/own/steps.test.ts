import { expect, it } from "vitest";
import { commitmentStates, endedStates } from "#shared/commitments/commitment-messages.ts";
import type { OwnCommitment } from "#shared/commitments/commitments.ts";
import { stepsOf } from "../commitment-page.tsx";

const eventOf = (kind: string): OwnCommitment["history"][number] => ({
  id: kind,
  happened_at: "2027-01-14T09:00:00.000Z",
  kind,
  shares: null,
  amount_pence: null,
  terms_number: 1,
  reason: null,
});
const words = (state: OwnCommitment["state"], ...kinds: string[]) =>
  stepsOf({ state, deal_state: "closing", history: ["placed", ...kinds].map(eventOf) }).map(
    ({ label, phase }) => `${phase} ${label}`,
  );

it("New terms are a step only for members who were asked about them", () => {
  expect(words("committed")).toEqual([
    "now Committed",
    "ahead Allocated",
    "ahead Called",
    "ahead Paid",
    "ahead Shares",
  ]);
  expect(words("committed", "terms_followed")).not.toContain("ahead Kept, new terms");
  expect(words("allocated", "asked_again", "kept").slice(0, 3)).toEqual([
    "done Committed",
    "done Kept, new terms",
    "now Allocated",
  ]);
});

it("A member who has not answered has not kept anything", () => {
  expect(words("needs_reconsent", "asked_again").slice(0, 3)).toEqual([
    "done Committed",
    "now New terms",
    "ahead Allocated",
  ]);
});

it("A member who kept the new terms is past them, though the commitment waits to be allocated", () => {
  expect(words("committed", "asked_again", "kept")).toEqual([
    "done Committed",
    "now Kept, new terms",
    "ahead Allocated",
    "ahead Called",
    "ahead Paid",
    "ahead Shares",
  ]);
});

it("The waiting list stands in place of shares", () => {
  expect(words("waiting_list")[1]).toBe("now Waiting list");
});

it("A round that completed ends the waiting", () => {
  const steps = stepsOf({ state: "waiting_list", deal_state: "completed", history: [eventOf("waiting_list")] });
  expect(steps).toEqual([
    { label: "Committed", phase: "done" },
    { label: "No shares", phase: "now" },
  ]);
});

it("A part that arrived is not paid; with the shares nothing is ahead", () => {
  expect(words("part_paid")).toContain("now Called");
  expect(words("part_paid")).toContain("ahead Paid");
  expect(words("completed", "asked_again", "kept").every((step) => step.startsWith("done"))).toBe(true);
});

it.each(endedStates)("A commitment that is %s goes no further", (state) => {
  expect(words(state)).toHaveLength(2);
  expect(words(state).at(-1)).toMatch(/^now /);
});

it.each(commitmentStates)("A commitment that is %s has at most one present step", (state) => {
  const present = words(state, "asked_again", "kept").filter((step) => step.startsWith("now"));
  expect(present).toHaveLength(state === "completed" ? 0 : 1);
});
