import { type AllocationGiven, allocate, type Wish } from "#shared/commitments/allocation.ts";
import { type AllocationMethod, allocationMethods } from "#shared/deals/deal-messages.ts";
import type { BenchPart, Figure } from "../support/figure.ts";
import { median } from "../support/samples.ts";

const wishCount = 10_000;
const minimumShares = 404;
const times = 3;

/**
 * A round of 10,000 wishes whose every second member takes all or nothing, so that thousands leave it one after the other,
 * beside the same round whose members take what they get, which is shared out once. By CPU time, medians.
 */
export const allocation: BenchPart = {
  title: `Allocation of ${wishCount} wishes`,
  measure: async ({ isQuick }) => {
    const rounds = isQuick ? 3 : 9;
    const figures = allocationMethods.flatMap((method) => figuresOf(method, rounds));
    return isQuick ? figures : [...figures, ...allocationMethods.map(figureOfFewShares)];
  },
};

function figuresOf(method: AllocationMethod, rounds: number): Figure[] {
  const once = roundOf(method, () => minimumShares);
  const often = roundOf(method, (shares, index) => (index % 2 === 0 ? shares : minimumShares));
  const waiting = allocate(often).filter(({ isWaiting }) => isWaiting).length;
  millisecondsOf(once);
  const taken = Array.from({ length: rounds }, () => ({ once: millisecondsOf(once), often: millisecondsOf(often) }));
  const ratio = median(taken.map((one) => one.often / one.once));
  const time = median(taken.map((one) => one.often));
  const note = `${waiting} members leave the round.`;
  return [
    { name: `${method}, every second all or nothing ÷ shared out once`, value: ratio, unit: "×", goal: { atMost: 4 } },
    { name: `${method}, every second all or nothing`, value: time, unit: "ms", note },
  ];
}

/** The worst: so few shares each that nearly every step turns on who gets the one that rounding leaves. */
function figureOfFewShares(method: AllocationMethod): Figure {
  const round = roundOf(method, (shares) => shares);
  const wishes = round.wishes.map((wish, index) => ({ ...wish, shares: 1 + (index % 5), least: 1 + (index % 5) }));
  const value = millisecondsOf({ ...round, capacity: wishCount, minimumShares: 0, wishes });
  return { name: `${method}, wishes of one to five shares, all or nothing`, value, unit: "ms" };
}

function roundOf(method: AllocationMethod, leastOf: (shares: number, index: number) => number): AllocationGiven {
  const wishes = Array.from({ length: wishCount }, (_, index): Wish => {
    const shares = minimumShares + ((index * 48_271) % 15_601);
    const placedAt = new Date(Date.UTC(2027, 0, 11) + ((index * 7919) % wishCount) * 1000).toISOString();
    return { id: `M${index}`, shares, least: leastOf(shares, index), placedAt, isPriority: index % 3 === 0 };
  });
  const wanted = wishes.reduce((sum, { shares }) => sum + shares, 0);
  return { capacity: Math.floor(wanted / times), minimumShares, prioritySharePercent: 40, method, wishes };
}

function millisecondsOf(given: AllocationGiven): number {
  const before = process.cpuUsage();
  allocate(given);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
