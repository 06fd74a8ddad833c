import type { BankFileLine } from "../bank-files/bank-file.ts";
import type { FeedLine } from "./bank-feed.ts";

export interface SettledItem {
  item_id: string;
  settled_on: string;
}

interface FeedContent {
  /** As of a file, the oldest first. */
  lines: BankFileLine[];
  /** Settled, and not seen so before. */
  settled: SettledItem[];
  pending_pence: number;
}

/**
 * What of a reading counts. A payment that was settled and is not any more stays, and a line beside it takes it back: what the bank has
 * undone is seen, and stops the deal's money until somebody has explained it.
 * @param seen settled in an earlier reading, with the day that it had then.
 */
export function toFeedContent(items: readonly FeedLine[], seen: readonly SettledItem[], today: string): FeedContent {
  const dayOf = new Map(seen.map(({ item_id, settled_on }) => [item_id, settled_on]));
  const lines = items.flatMap((item) => {
    const day = dayOf.get(item.id);
    if (item.state === "settled") return [toLine(item, { id: item.id, date: day ?? item.day })];
    if (day === undefined) return [];
    const reversed_on = item.changed_on > today || item.changed_on < day ? today : item.changed_on;
    return [
      toLine(item, { id: item.id, date: day }),
      {
        ...toLine(item, { id: `${item.id} reversed`, date: reversed_on }),
        amount_pence: -item.amount_pence,
        reference: `Reversed by the bank: ${item.reference}`.slice(0, 200),
      },
    ];
  });
  const pending = items.filter(({ id, state }) => state === "pending" && !dayOf.has(id));
  return {
    lines: lines.toSorted(inOrder).map((line, place) => ({ ...line, line: place + 1 })),
    settled: items
      .filter(({ id, state }) => state === "settled" && !dayOf.has(id))
      .map(({ id, day }) => ({ item_id: id, settled_on: day })),
    pending_pence: pending.reduce((sum, { amount_pence }) => sum + amount_pence, 0),
  };
}

type Unnumbered = Omit<BankFileLine, "line">;

const toLine = (
  { payer, reference, amount_pence }: FeedLine,
  { id, date }: { id: string; date: string },
): Unnumbered => ({
  ...{ id, date, payer, reference, amount_pence },
  balance_pence: null,
});

/** Of one day by the bank's id, so that each reading has the same order. */
const inOrder = (one: Unnumbered, other: Unnumbered): number =>
  one.date === other.date ? compare(one.id ?? "", other.id ?? "") : compare(one.date, other.date);
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
