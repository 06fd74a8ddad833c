import type { OwnAllocation } from "#shared/commitments.ts";
import { allocationMessages as messages } from "#shared/own-commitment-messages.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { inThousands } from "../commitment-words.ts";

export interface AllocationRow {
  label: string;
  value: string;
  isTotal?: boolean;
}

/** How one's own number came about, line by line. */
export function allocationRows(
  { shares, base, priority, rest, method, round }: OwnAllocation,
  capacityPence: number,
  price: string,
): AllocationRow[] {
  const left = round.capacity_shares - round.base_shares;
  const hasPriority = round.priority_share_percent > 0 && round.priority_shares > 0;
  const workedOut = base + priority + rest;
  const rows: [label: string, count: number][] = [
    [messages.capacity(formatPence(capacityPence), formatPrice(price)), round.capacity_shares],
    [messages.everybody(inThousands(round.members), inThousands(round.minimum_shares)), round.base_shares],
  ];
  if (hasPriority)
    rows.push([messages.priorityPool(`${round.priority_share_percent}%`, inThousands(left)), round.priority_shares]);
  if (priority > 0) rows.push([messages.ownPriority, priority]);
  rows.push([messages.restPool[method], round.rest_shares], [messages.ownRest, rest]);
  const total = { label: messages.withMinimum(inThousands(base)), value: inThousands(workedOut), isTotal: true };
  return [
    ...rows.map(([label, count]) => ({ label, value: inThousands(count) })),
    total,
    ...(workedOut === shares ? [] : [{ label: messages.byHand, value: inThousands(shares), isTotal: true }]),
  ];
}
