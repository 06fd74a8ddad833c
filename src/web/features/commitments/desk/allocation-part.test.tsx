import { expect, it, vi } from "vitest";
import { markupOf, textOf } from "#tests/support/static-markup.tsx";
import { TopUps } from "./allocation-part.tsx";

vi.stubGlobal("sessionStorage", { getItem: () => null });

it("An admin reads the hours that the deal gives for a top-up", () => {
  const can = { enter_account: false, import: false, transfer_fee: false, top_up: true };
  const board = { deal_id: "0190a0a0-0000-7000-8000-000000000009", can: { ...can, nudge: false }, top_up_hours: 36 };
  expect(textOf(markupOf(<TopUps board={board} />))).toContain("each has a part for 36 hours");
});
