import { expect, it } from "vitest";
import { lossClaimMessages as messages } from "#shared/portfolio/portfolio-claim-messages.ts";
import { lossRules } from "./loss-rules.ts";

const loss = (kind: "sold" | "written_off", day: string) =>
  ({
    ...{ lot_id: "a", shares: 1, cost_pence: 1, proceeds_pence: 0, loss_pence: 1, relief_kept_pence: 0 },
    kind,
    day,
  }) as Parameters<typeof lossRules>[0][number];
const [sold, writtenOff] = [loss("sold", "2026-04-05"), loss("written_off", "2026-04-06")];
const { gains, events, dayMayDiffer, holdback } = messages;

it.each([
  ["a sale below cost", [sold], [gains, holdback]],
  ["shares that are worth nothing", [writtenOff], [gains, events, dayMayDiffer]],
  ["a sale and shares that are worth nothing", [sold, writtenOff], [gains, events, dayMayDiffer, holdback]],
])("%s", (_, losses, expected) => {
  expect(lossRules(losses, false)).toEqual(expected);
});

it("With relief a loss may be set against income of each year of a loss and of the year before", () => {
  expect(lossRules([sold, sold, writtenOff], true).slice(0, 3)).toEqual([
    messages.years("2025/26", "2024/25"),
    messages.years("2026/27", "2025/26"),
    gains,
  ]);
});
