import { expect, it } from "vitest";
import { lossClaimMessages as messages } from "#shared/portfolio/portfolio-claim-messages.ts";
import { lossRules } from "./claim-page.tsx";

const loss = (kind: "sold" | "written_off", day: string) =>
  ({
    lot_id: "a",
    shares: 1,
    cost_pence: 1,
    proceeds_pence: 0,
    loss_pence: 1,
    relief_kept_pence: 0,
    kind,
    day,
  }) as Parameters<typeof lossRules>[0][number];
const [sold, writtenOff] = [loss("sold", "2026-04-05"), loss("written_off", "2026-04-06")];
const { gains } = messages;

it.each([
  [
    "a sale below cost",
    [sold],
    [
      gains,
      "If a part of the price was kept back at a sale and may be paid later, the loss may be less by it. When it counts depends on the terms of the sale.",
    ],
  ],
  [
    "shares that are worth nothing",
    [writtenOff],
    [
      gains,
      "What counts is a sale at arm’s length, a liquidation, or a claim that the shares have become of negligible value. If the company is not wound up yet, its shares being worth nothing here does not make such a claim for you.",
      "The day that counts for tax may be another than the day above. If it falls in another tax year, the last day to claim moves with it.",
    ],
  ],
  [
    "a sale and shares that are worth nothing",
    [sold, writtenOff],
    [
      gains,
      "What counts is a sale at arm’s length, a liquidation, or a claim that the shares have become of negligible value. If the company is not wound up yet, its shares being worth nothing here does not make such a claim for you.",
      "The day that counts for tax may be another than the day above. If it falls in another tax year, the last day to claim moves with it.",
      "If a part of the price was kept back at a sale and may be paid later, the loss may be less by it. When it counts depends on the terms of the sale.",
    ],
  ],
])("The rules shown for a loss follow from %s", (_, losses, expected) => {
  expect(lossRules(losses, false)).toEqual(expected);
});

it("A loss with relief may be set against income of each year of a loss and of the year before", () => {
  expect(lossRules([sold, sold, writtenOff], true).slice(0, 3)).toEqual([
    "Against your income of 2025/26, or of 2024/25, the year before, or of both",
    "Against your income of 2026/27, or of 2025/26, the year before, or of both",
    "Or against gains",
  ]);
});
