import { addDays } from "#shared/add-days.ts";
import { groupBy, sumOf } from "#shared/group-by.ts";
import { type Flow, isMostlyYearOld, multipleOf, rateOfReturn } from "./rate-of-return.ts";
import { keptReliefs } from "./relief-kept.ts";
import {
  comparePrices,
  priceAfter,
  ratioBetween,
  type ShareAction,
  type ShareChange,
  sharesUntil,
  worthPence,
} from "./share-actions.ts";

/** Days are London days, "2027-02-02"; money is whole pence; prices are decimal strings of pounds. */

/** Bought in a round of the club, before the club kept its rounds here, or by the member's own word. */
export const lotOrigins = ["club", "imported", "typed"] as const;
export type LotOrigin = (typeof lotOrigins)[number];

/** Shares of one company bought at once. */
export interface Payment extends Flow {
  /** The amount includes what was too much; absent where it is the same. */
  arrived_pence?: number;
}

export interface Lot {
  id: string;
  company_id: string;
  shares: number;
  share_class: string;
  price: string;
  cost_pence: number;
  fee_pence: number;
  issued_on: string;
  /** The company was paid on this day. */
  wired_on: string;
  /** What was paid for it, cost and fee, by the day of the bank. */
  payments: readonly Payment[];
  /** "club" without it. */
  origin?: LotOrigin;
  /** Splits make these changes; absent means none. */
  changes?: readonly ShareChange[];
}

/** What a lot brought: by a sale of some of its shares, or as a dividend on them with none sold. */
export interface Proceeds {
  lot_id: string;
  happened_on: string;
  shares_sold: number;
  /** What was kept back at an earlier sale, and takes no shares. */
  is_holdback?: boolean;
  /** By the company's liquidation, not by a sale. */
  is_liquidation?: boolean;
  gross_pence: number;
  costs_pence: number;
  /** The rest was paid out on this day; `null` while it is due. */
  paid_on: string | null;
}

export const clubPriceBases = [
  "our_round",
  "earlier_purchase",
  "last_round",
  "offer",
  "club_estimate",
  "impaired",
  "nil",
] as const;
/** What a member typed rests on what it cost them, until they say what it is worth. */
export const priceBases = [...clubPriceBases, "own_cost", "own_word"] as const;
export type PriceBasis = (typeof priceBases)[number];

/** What a share is worth, on other people's word or the club's, from a day on. */
export interface SharePrice {
  company_id: string;
  /** `null` means every share class. */
  share_class: string | null;
  as_of: string;
  /** "0" where nothing is left. */
  price: string;
  basis: PriceBasis;
}

/** The member says that they were given this back in tax for a lot. */
export interface RecordedRelief extends Flow {
  lot_id: string;
  kind: "income" | "loss";
  /** The relief is carried back to the tax year before the one in which the shares were issued. */
  is_carried_back?: boolean;
  /** The day of the loss that was claimed, where it is known. */
  lost_on?: string | null;
}

export interface Portfolio {
  lots: readonly Lot[];
  proceeds: readonly Proceeds[];
  /** The order is that in which they were recorded; of one day the last counts. */
  prices: readonly SharePrice[];
  reliefs: readonly RecordedRelief[];
  /** Splits; none without it. */
  actions?: readonly ShareAction[] | undefined;
  /** The club's; the usual ones without it. */
  ages?: PriceAges | undefined;
}

/** Up to how many months a price is fresh, ageing and stale; beyond that a value is a range. */
export interface PriceAges {
  fresh: number;
  ageing: number;
  stale: number;
}
export const usualPriceAges: PriceAges = { fresh: 6, ageing: 12, stale: 36 };
export const priceAgeNames = ["fresh", "ageing", "stale", "range"] as const;
export type PriceAge = (typeof priceAgeNames)[number];

/** Whole months from one day to another: 21 from 15 March 2028 to 31 December 2029. */
export function monthsBetween(first: string, second: string): number {
  const months = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return months(second) - months(first) - (second.slice(8) < first.slice(8) ? 1 : 0);
}

/** What nobody disputes, nothing left, does not age. */
export function ageOfPrice({ as_of, basis }: SharePrice, day: string, ages: PriceAges = usualPriceAges): PriceAge {
  if (basis === "nil") return "fresh";
  return (["fresh", "ageing", "stale"] as const).find((age) => day <= monthsAfter(as_of, ages[age])) ?? "range";
}

/** The last day on which it counts as a value; null where nothing is left, which does not age. */
export const priceCountsUntil = ({ as_of, basis }: SharePrice, ages: PriceAges = usualPriceAges): string | null =>
  basis === "nil" ? null : monthsAfter(as_of, ages.stale);

/** A lot as of a given day. */
export interface LotValue {
  shares: number;
  /** The lot's shares are worth this at the price; 0 where that is too old. */
  value_pence: number;
  /** The most that they may be worth where the price is too old for a value; otherwise 0. */
  range_pence: number;
  /** Sold and not paid out yet, after costs. */
  due_pence: number;
  /** The price is as it was given. */
  price: SharePrice;
  price_now: string;
  age: PriceAge;
}

const basisOfCost: Record<LotOrigin, PriceBasis> = {
  club: "our_round",
  imported: "earlier_purchase",
  typed: "own_cost",
};

/** Before anybody gave it another price, a share is worth what it cost. */
export function priceOf(lot: Lot, prices: readonly SharePrice[], day: string): SharePrice {
  let latest: SharePrice = {
    company_id: lot.company_id,
    share_class: lot.share_class,
    as_of: lot.issued_on,
    price: lot.price,
    basis: basisOfCost[lot.origin ?? "club"],
  };
  for (const price of prices)
    if (
      price.company_id === lot.company_id &&
      (price.share_class === null || price.share_class === lot.share_class) &&
      price.as_of <= day &&
      price.as_of >= latest.as_of
    )
      latest = price;
  return latest;
}

/**
 * Those that say what shares are worth, in their order: what other people paid or offered, and that nothing is left. Our own rounds,
 * earlier purchases and the club's own word count only where they do not raise it; the first two make no price newer at the same price.
 * @param prices by day, those of a day as they were recorded, our own rounds first.
 */
export function pricesThatCount<Price extends SharePrice>(
  prices: readonly Price[],
  actions: readonly ShareAction[] = [],
): Price[] {
  const latest = new Map<string, Map<string | null, Price>>();
  return prices.filter((given) => {
    const { company_id, share_class, basis } = given;
    const known = latest.get(company_id) ?? new Map<string | null, Price>();
    latest.set(company_id, known);
    const classes = share_class === null ? [null, ...known.keys()] : [share_class];
    const counts =
      basis === "last_round" ||
      basis === "offer" ||
      basis === "nil" ||
      classes.every((name) => {
        const before = known.get(name) ?? known.get(null);
        if (!before) return true;
        const ratio = ratioBetween(actions, { company_id, share_class: name }, before.as_of, given.as_of);
        const difference = comparePrices(given.price, before.price, ratio);
        return basis === "our_round" || basis === "earlier_purchase" ? difference < 0 : difference <= 0;
      });
    if (counts) for (const name of classes) known.set(name, given);
    return counts;
  });
}

/** Money that is paid for shares is worth nothing as shares before they are issued. */
export const isIssued = ({ issued_on, payments }: Pick<Lot, "issued_on" | "payments">, day: string): boolean =>
  issued_on <= day && payments.some((payment) => payment.day <= day);

export function valueOfLot(
  lot: Lot,
  { proceeds, prices, ages, actions = [] }: Pick<Portfolio, "proceeds" | "prices" | "ages" | "actions">,
  day: string,
): LotValue {
  const happened = proceeds.filter(({ lot_id, happened_on }) => lot_id === lot.id && happened_on <= day);
  const shares = isIssued(lot, day) ? sharesUntil(lot, day) - sumOf(happened, ({ shares_sold }) => shares_sold) : 0;
  const price = priceOf(lot, prices, day);
  const age = ageOfPrice(price, day, ages);
  const ratio = ratioBetween(actions, lot, price.as_of, day);
  const atPrice = worthPence(price.price, shares, ratio);
  const due = happened.filter(({ paid_on }) => paid_on === null || paid_on > day);
  return {
    shares,
    value_pence: age === "range" ? 0 : atPrice,
    range_pence: age === "range" ? atPrice : 0,
    due_pence: sumOf(due, ({ gross_pence, costs_pence }) => gross_pence - costs_pence),
    price,
    price_now: priceAfter(price.price, ratio),
    age,
  };
}

/** A yearly rate, or why there is none. */
export interface YearlyRate {
  rate: number | null;
  /**
   * "none": nothing paid in yet. "under_a_year": of most of what was paid in, so that it would say little. "price_too_old": what is held has a range in place of a value.
   * "not_meaningful": there is no single one.
   */
  state: "rate" | "none" | "under_a_year" | "price_too_old" | "not_meaningful";
  /** The first day that anything was paid. */
  since: string | null;
}

/** What a multiple is at least and at most, while a price is too old for a value. */
export interface MultipleRange {
  low: number;
  high: number;
}

export interface Figures {
  paid_in_pence: number;
  payments: number;
  fee_pence: number;
  cost_pence: number;
  /** What the club bore of cost and fee, so that less was paid in. */
  borne_pence: number;
  /** Paid out, after costs. */
  received_pence: number;
  /** Before costs, from the day it was sold. */
  gross_received_pence: number;
  /** What is held, and sold and not paid out yet. */
  value_pence: number;
  /** The value counts only what is held. */
  held_pence: number;
  /** The most that is beside the value, of prices that are too old. */
  range_pence: number;
  /** Back and value for each pound paid in, fees in it. Null with nothing paid in, and where it is a range. */
  net_multiple: number | null;
  net_multiple_range: MultipleRange | null;
  net_rate: YearlyRate;
  /** Proceeds and value for each pound of cost, before fees and costs of sales. */
  gross_multiple: number | null;
  gross_multiple_range: MultipleRange | null;
  gross_rate: YearlyRate;
  /** Back for each pound paid in. */
  paid_out_multiple: number | null;
  /** Of what the member recorded, what no sale withdrew since; apart from all others. */
  relief_pence: number;
  net_multiple_with_reliefs: number | null;
  net_multiple_with_reliefs_range: MultipleRange | null;
  net_rate_with_reliefs: YearlyRate;
}

/** All figures of some lots on a day, from flows on the bank's days (net), and on the days of wires and sales (gross). */
export function figuresOn(day: string, portfolio: Portfolio): Figures {
  const known = new Set(portfolio.lots.map(({ id }) => id));
  const own = portfolio.proceeds.filter(({ lot_id }) => known.has(lot_id));
  const payments = portfolio.lots.flatMap((lot) => lot.payments).filter((payment) => payment.day <= day);
  const bought = portfolio.lots.filter((lot) => isIssued(lot, day));
  const sold = own.filter(({ happened_on }) => happened_on <= day);
  const paidOut = own.filter(({ paid_on }) => paid_on !== null && paid_on <= day);
  const recorded = portfolio.reliefs.filter((relief) => known.has(relief.lot_id) && relief.day <= day);
  const reliefs = keptReliefs(portfolio.lots, sold, recorded);
  const values = bought.map((lot) => valueOfLot(lot, { ...portfolio, proceeds: own }, day));

  const paid_in_pence = sumOf(payments, ({ pence }) => pence);
  const cost_pence = sumOf(bought, (lot) => lot.cost_pence);
  const received_pence = sumOf(paidOut, ({ gross_pence, costs_pence }) => gross_pence - costs_pence);
  const gross_received_pence = sumOf(sold, ({ gross_pence }) => gross_pence);
  const held_pence = sumOf(values, ({ value_pence }) => value_pence);
  const value_pence = held_pence + sumOf(values, ({ due_pence }) => due_pence);
  const range_pence = sumOf(values, (value) => value.range_pence);
  const relief_pence = sumOf(reliefs, ({ pence }) => pence);

  const netFlows = [
    ...payments.map((payment) => ({ day: payment.day, pence: -payment.pence })),
    ...paidOut.map(({ paid_on, gross_pence, costs_pence }) => ({
      day: paid_on ?? day,
      pence: gross_pence - costs_pence,
    })),
    { day, pence: value_pence },
  ];
  const grossFlows = [
    ...bought.filter(({ wired_on }) => wired_on <= day).map((lot) => ({ day: lot.wired_on, pence: -lot.cost_pence })),
    ...sold.map(({ happened_on, gross_pence }) => ({ day: happened_on, pence: gross_pence })),
    { day, pence: held_pence },
  ];
  const since = earliest(payments.map((payment) => payment.day));
  const rate = (flows: readonly Flow[]) => yearlyRate(flows, { payments, since, day, isOpen: range_pence > 0 });
  const net_rate = rate(netFlows);
  const net = multiplesOf(received_pence + value_pence, range_pence, paid_in_pence);
  const gross = multiplesOf(gross_received_pence + held_pence, range_pence, cost_pence);
  const relieved = multiplesOf(received_pence + value_pence + relief_pence, range_pence, paid_in_pence);
  return {
    paid_in_pence,
    payments: payments.length,
    fee_pence: sumOf(bought, (lot) => lot.fee_pence),
    cost_pence,
    borne_pence: sumOf(bought, bornePence),
    received_pence,
    gross_received_pence,
    value_pence,
    held_pence,
    range_pence,
    net_multiple: net.multiple,
    net_multiple_range: net.range,
    net_rate,
    gross_multiple: gross.multiple,
    gross_multiple_range: gross.range,
    gross_rate: rate(grossFlows),
    paid_out_multiple: multipleOf(received_pence, paid_in_pence),
    relief_pence,
    net_multiple_with_reliefs: relieved.multiple,
    net_multiple_with_reliefs_range: relieved.range,
    net_rate_with_reliefs:
      relief_pence === 0
        ? net_rate
        : rate([...netFlows, ...reliefs.map((relief) => ({ day: relief.day, pence: relief.pence }))]),
  };
}

/** A lot's shares are issued once all that is due is paid, by the member or the club. */
export const bornePence = ({ cost_pence, fee_pence, payments }: Lot): number =>
  Math.max(0, cost_pence + fee_pence - sumOf(payments, ({ pence }) => pence));

/** A single multiple, or both ends of it where a price is too old: 0 would say that all is lost. */
function multiplesOf(
  leastPence: number,
  rangePence: number,
  paidPence: number,
): { multiple: number | null; range: MultipleRange | null } {
  const [low, high] = [multipleOf(leastPence, paidPence), multipleOf(leastPence + rangePence, paidPence)];
  if (rangePence === 0 || low === null || high === null) return { multiple: low, range: null };
  return { multiple: null, range: { low, high } };
}

function yearlyRate(
  flows: readonly Flow[],
  { payments, since, day, isOpen }: { payments: readonly Flow[]; since: string | null; day: string; isOpen: boolean },
): YearlyRate {
  if (since === null) return { rate: null, state: "none", since };
  if (!isMostlyYearOld(payments, day)) return { rate: null, state: "under_a_year", since };
  if (isOpen) return { rate: null, state: "price_too_old", since };
  const rate = rateOfReturn(flows);
  return { rate, state: rate === null ? "not_meaningful" : "rate", since };
}

/** The figures of each company, those with the most value first, and losses with the rest. */
export function figuresByCompany(
  day: string,
  portfolio: Portfolio,
): { company_id: string; lots: readonly Lot[]; figures: Figures }[] {
  return byCompany(portfolio)
    .map(({ company_id, ...own }) => ({ company_id, lots: own.lots, figures: figuresOn(day, own) }))
    .toSorted(
      (one, other) =>
        other.figures.value_pence +
          other.figures.received_pence -
          one.figures.value_pence -
          one.figures.received_pence || one.company_id.localeCompare(other.company_id),
    );
}

/** What belongs to each company, so that nothing is looked for among all the others. */
export function byCompany<
  OwnLot extends Lot,
  OwnPrice extends SharePrice,
  OwnRelief extends RecordedRelief,
  OwnAction extends ShareAction = ShareAction,
>({
  lots,
  proceeds,
  prices,
  reliefs,
  actions = [],
  ages,
}: {
  lots: readonly OwnLot[];
  proceeds: readonly Proceeds[];
  prices: readonly OwnPrice[];
  reliefs: readonly OwnRelief[];
  actions?: readonly OwnAction[] | undefined;
  ages?: PriceAges | undefined;
}) {
  const companyOf = new Map(lots.map(({ id, company_id }) => [id, company_id]));
  const [ownLots, ownPrices] = [groupBy(lots, (lot) => lot.company_id), groupBy(prices, (price) => price.company_id)];
  const ownProceeds = groupBy(proceeds, ({ lot_id }) => companyOf.get(lot_id) ?? "");
  const ownReliefs = groupBy(reliefs, ({ lot_id }) => companyOf.get(lot_id) ?? "");
  const ownActions = groupBy(actions, (action) => action.company_id);
  return [...ownLots].map(([company_id, lotsOfCompany]) => ({
    company_id,
    lots: lotsOfCompany,
    prices: ownPrices.get(company_id) ?? [],
    proceeds: ownProceeds.get(company_id) ?? [],
    reliefs: ownReliefs.get(company_id) ?? [],
    actions: ownActions.get(company_id) ?? [],
    ages,
  }));
}

/** The company in the middle, before fees, as a range where the prices that are too old decide it. */
export function medianOf(companies: readonly Pick<Figures, "gross_multiple" | "gross_multiple_range">[]): {
  median_multiple: number | null;
  median_multiple_range: MultipleRange | null;
} {
  const end = (name: keyof MultipleRange) =>
    medianMultiple(
      companies.map(({ gross_multiple, gross_multiple_range }) => gross_multiple_range?.[name] ?? gross_multiple),
    );
  const [low, high] = [end("low"), end("high")];
  if (low === high || low === null || high === null) return { median_multiple: low, median_multiple_range: null };
  return { median_multiple: null, median_multiple_range: { low, high } };
}

/** The median of an even number is the mean of the two in the middle. Returns `null` with none. */
export function medianMultiple(multiples: readonly (number | null)[]): number | null {
  const sorted = multiples.filter((multiple) => multiple !== null).toSorted((one, other) => one - other);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

export interface Step {
  day: string;
  paid_in_pence: number;
  /** Value, and what came back until then. */
  worth_pence: number;
  /** The most that is beside it, of prices that are too old. */
  range_pence: number;
}

/**
 * What was paid in and what it is worth from each day on which one of them changes, up to a day. Each company is worked out on its own
 * days alone, and the companies are added up.
 */
export function stepsUntil(day: string, portfolio: Portfolio): Step[] {
  const changes = byCompany(portfolio).flatMap((own) => {
    const steps = stepsOfCompany(day, own);
    return steps.map((step, index) => ({
      day: step.day,
      paid_in_pence: step.paid_in_pence - (steps[index - 1]?.paid_in_pence ?? 0),
      worth_pence: step.worth_pence - (steps[index - 1]?.worth_pence ?? 0),
      range_pence: step.range_pence - (steps[index - 1]?.range_pence ?? 0),
    }));
  });
  if (changes.length === 0) return [];
  const total = { paid_in_pence: 0, worth_pence: 0, range_pence: 0 };
  const byDay = new Map<string, Step>();
  for (const change of [...changes, { day, paid_in_pence: 0, worth_pence: 0, range_pence: 0 }].toSorted(byDayOf)) {
    total.paid_in_pence += change.paid_in_pence;
    total.worth_pence += change.worth_pence;
    total.range_pence += change.range_pence;
    byDay.set(change.day, { day: change.day, ...total });
  }
  return [...byDay.values()];
}

const byDayOf = (one: { day: string }, other: { day: string }): number =>
  one.day < other.day ? -1 : Number(one.day > other.day);

function stepsOfCompany(day: string, own: Portfolio): Step[] {
  const { ages = usualPriceAges } = own;
  const payments = own.lots.flatMap((lot) => lot.payments);
  const first = earliest(payments.map((payment) => payment.day));
  const rests = [...own.prices.map(({ as_of }) => as_of), ...own.lots.map(({ issued_on }) => issued_on)];
  const days = new Set([
    ...payments.map((payment) => payment.day),
    ...own.lots.map(({ issued_on }) => issued_on),
    ...own.prices.map(({ as_of }) => as_of),
    // A value is a range from then on.
    ...rests.map((as_of) => addDays(monthsAfter(as_of, ages.stale), 1)),
    ...own.proceeds.flatMap(({ happened_on, paid_on }) => (paid_on ? [happened_on, paid_on] : [happened_on])),
    // The part that is less than a share is dropped then.
    ...(own.actions ?? []).map(({ effective_on }) => effective_on),
  ]);
  return [...days]
    .filter((one) => first !== null && one >= first && one <= day)
    .toSorted()
    .map((one) => {
      const paid = payments.filter((payment) => payment.day <= one);
      const values = own.lots.map((lot) => valueOfLot(lot, own, one));
      const received = own.proceeds.filter(({ paid_on }) => paid_on !== null && paid_on <= one);
      return {
        day: one,
        paid_in_pence: sumOf(paid, ({ pence }) => pence),
        worth_pence:
          sumOf(values, ({ value_pence, due_pence }) => value_pence + due_pence) +
          sumOf(received, ({ gross_pence, costs_pence }) => gross_pence - costs_pence),
        range_pence: sumOf(values, ({ range_pence }) => range_pence),
      };
    })
    .filter(({ paid_in_pence, worth_pence, range_pence }, index, steps) => {
      const before = steps[index - 1];
      return (
        paid_in_pence !== before?.paid_in_pence ||
        worth_pence !== before.worth_pence ||
        range_pence !== before.range_pence
      );
    });
}

/** The same day of a later month, or its last: 30 April 2031 is three months after 31 January 2031. */
function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayOf(new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))));
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** Returns what may be set against income or gains when shares are lost: what they cost less relief kept and proceeds. */
export const allowableLossPence = (costPence: number, reliefPence: number, proceedsPence: number): number =>
  Math.max(0, costPence - reliefPence - proceedsPence);

const earliest = (days: readonly string[]): string | null => days.toSorted()[0] ?? null;
