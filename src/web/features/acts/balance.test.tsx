import { expect, it } from "vitest";
import type { PartRefusal } from "#shared/acts/act-messages.ts";
import type { NextAct } from "#shared/acts/acts.ts";
import { waitingList } from "#tests/support/signed-lists.ts";
import { markupOf, textOf } from "#tests/support/static-markup.tsx";
import { actsQuery, nextQuery } from "./act-queries.ts";
import { Balance } from "./balance.tsx";

const next: NextAct = {
  text: "£10.00 is to be sent back. Another admin approves it.",
  act: null,
  by: null,
  waits_for: "others",
  exit_id: null,
  lacks_fee_account: false,
};
const shown = (refusal: PartRefusal, given: Partial<NextAct> = {}) => {
  const parts = waitingList.parts.map((part) => (part.part === "wire" ? { ...part, refusal } : part));
  const items = [{ ...waitingList, state: "signed" as const, parts }];
  return textOf(
    markupOf(<Balance dealId="d" />, [
      [actsQuery("d").queryKey, { items }],
      [nextQuery("d").queryKey, { ...next, ...given }],
    ]),
  );
};

it("The balance can be typed again while it does not agree, whatever comes next", () => {
  for (const given of [{}, { text: "Approve that £10.00 is sent back.", act: "refund" as const }])
    expect(shown("balance_differs", given)).toContain("Type it again: the balance that the bank shows");
});

it("The balance tells who types it where that is somebody else, and is hidden while something else is missing", () => {
  const others =
    "All have paid. To check the bank lines that you brought, somebody else of the panel types the balance that the bank shows.";
  expect(shown("no_balance", { text: others })).toContain(others);
  expect(shown("no_balance", { act: "balance" })).toContain("Type the balance that the bank shows");
  expect(shown("refund_open")).toBe("");
});
