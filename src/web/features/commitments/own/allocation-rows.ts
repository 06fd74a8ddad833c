import type { OwnAllocation } from "#shared/commitments/commitments.ts";
import { allocationMessages as messages } from "#shared/commitments/own-commitment-messages.ts";
import { sharesForBand } from "#shared/commitments/share-out.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { inThousands } from "../commitment-words.ts";

interface AllocationRow {
  label: string;
  value: string;
  isTotal?: boolean;
}

/** How one's own number came about, line by line. */
export function allocationRows(allocation: OwnAllocation, capacityPence: number, price: string): AllocationRow[] {
  const { shares, base, priority, rest, method, round } = allocation;
  const left = round.capacity_shares - round.base_shares;
  const hasPriority = round.priority_share_percent > 0 && round.priority_shares > 0;
  const rows: [label: string, count: number][] = [
    [`Shares the club could take, ${formatPence(capacityPence)} at ${formatPrice(price)}`, round.capacity_shares],
    [`Everybody’s minimum, ${inThousands(round.members)} × ${inThousands(round.minimum_shares)}`, round.base_shares],
  ];
  if (hasPriority) {
    const pool = `Priority, ${round.priority_share_percent}% of the ${inThousands(left)} left`;
    const most = sharesForBand({ left, prioritySharePercent: round.priority_share_percent });
    const all = `; members with priority asked for fewer than its ${inThousands(most)}`;
    rows.push([round.priority_shares < most ? `${pool}${all}` : pool, round.priority_shares]);
  }
  if (priority > 0) rows.push(["Of these, for you", priority]);
  rows.push([messages.restPool[method], round.rest_shares], ["Of these, for you", rest]);
  const workedOut = base + priority + rest;
  const given = givenShares(allocation);
  const totals: [label: string, count: number][] = [[`With your minimum of ${inThousands(base)}`, workedOut]];
  if (given !== workedOut) totals.push(["As changed by hand", given]);
  if (shares !== given)
    totals.push([shares > given ? "With the freed shares you took" : "With fewer, as too little arrived", shares]);
  return [
    ...rows.map(([label, count]) => ({ label, value: inThousands(count) })),
    ...totals.map(([label, count]) => ({ label, value: inThousands(count), isTotal: true })),
  ];
}

/** When shares were allocated: what was worked out, unless an admin changed it. */
export const givenShares = ({ base, priority, rest, changes }: OwnAllocation): number =>
  changes.find(({ is_own }) => is_own)?.to_shares ?? base + priority + rest;
