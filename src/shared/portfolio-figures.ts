import { type Flow, isYearOld, multipleOf, rateOfReturn } from "./rate-of-return.ts";
import { costPence } from "./share-costs.ts";
import { daysBetween } from "./tax-dates.ts";

/** Days are London days, "2027-02-02"; money is whole pence; prices are decimal strings of pounds. */

/** Shares of one company bought at once. */
export interface Lot {
  id: string;
  company_id: string;
  shares: number;
  share_class: string;
  /** What a share cost. */
  price: string;
  cost_pence: number;
  fee_pence: number;
  issued_on: string;
  /** When the company was paid. */
  wired_on: string;
  /** What arrived for it, cost and fee, by the day of the bank. */
  payments: readonly Flow[];
}

/** What a lot brought: by a sale of some of its shares, or as a dividend on them with none sold. */
export interface Proceeds {
  lot_id: string;
  happened_on: string;
  shares_sold: number;
  gross_pence: number;
  costs_pence: number;
  /** When the rest was paid out; null while it is due. */
  paid_on: string | null;
}

export const priceBases = ["our_round", "last_round", "offer", "club_estimate", "impaired", "nil"] as const;
export type PriceBasis = (typeof priceBases)[number];

/** What a share is worth, on other people's word or the club's, from a day on. */
export interface SharePrice {
  company_id: string;
  /** Null for every class. */
  share_class: string | null;
  as_of: string;
  /** "0" where nothing is left. */
  price: string;
  basis: PriceBasis;
}

/** What the member says they were given back in tax for a lot. */
export interface RecordedRelief extends Flow {
  lot_id: string;
}

export interface Portfolio {
  lots: readonly Lot[];
  proceeds: readonly Proceeds[];
  /** In the order in which they were recorded; of one day the last counts. */
  prices: readonly SharePrice[];
  reliefs: readonly RecordedRelief[];
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
  const [fromYear = 0, fromMonth = 0, fromDay = 0] = first.split("-").map(Number);
  const [toYear = 0, toMonth = 0, toDay = 0] = second.split("-").map(Number);
  return (toYear - fromYear) * 12 + toMonth - fromMonth - (toDay < fromDay ? 1 : 0);
}

/** What nobody disputes, nothing left, does not age. */
export function ageOfPrice({ as_of, basis }: SharePrice, day: string, ages: PriceAges = usualPriceAges): PriceAge {
  if (basis === "nil") return "fresh";
  const months = monthsBetween(as_of, day);
  if (months <= ages.fresh) return "fresh";
  if (months <= ages.ageing) return "ageing";
  return months <= ages.stale ? "stale" : "range";
}

/** A lot as it stands on a day. */
export interface LotValue {
  shares: number;
  /** What its shares are worth at the price; 0 where that is too old. */
  value_pence: number;
  /** The most that they may be worth where the price is too old for a value; otherwise 0. */
  range_pence: number;
  /** Sold and not paid out yet, after costs. */
  due_pence: number;
  price: SharePrice;
  age: PriceAge;
}

/** Before anybody gave it another price, a share is worth what it cost. */
export function priceOf(lot: Lot, prices: readonly SharePrice[], day: string): SharePrice {
  let latest: SharePrice = {
    company_id: lot.company_id,
    share_class: lot.share_class,
    as_of: lot.issued_on,
    price: lot.price,
    basis: "our_round",
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

export function valueOfLot(
  lot: Lot,
  { proceeds, prices }: Pick<Portfolio, "proceeds" | "prices">,
  day: string,
  ages: PriceAges = usualPriceAges,
): LotValue {
  const happened = proceeds.filter(({ lot_id, happened_on }) => lot_id === lot.id && happened_on <= day);
  const isBought = lot.payments.some((payment) => payment.day <= day);
  const shares = isBought ? lot.shares - sumOf(happened, ({ shares_sold }) => shares_sold) : 0;
  const price = priceOf(lot, prices, day);
  const age = ageOfPrice(price, day, ages);
  const atPrice = Number(price.price) === 0 || shares === 0 ? 0 : costPence(price.price, shares);
  const due = happened.filter(({ paid_on }) => paid_on === null || paid_on > day);
  return {
    shares,
    value_pence: age === "range" ? 0 : atPrice,
    range_pence: age === "range" ? atPrice : 0,
    due_pence: sumOf(due, ({ gross_pence, costs_pence }) => gross_pence - costs_pence),
    price,
    age,
  };
}

/** A yearly rate, or why there is none. */
export interface YearlyRate {
  rate: number | null;
  /** "none": nothing paid in yet. "under_a_year": it would say little. "not_meaningful": there is no single one. */
  state: "rate" | "none" | "under_a_year" | "not_meaningful";
  /** The first day that anything was paid. */
  since: string | null;
}

export interface Figures {
  paid_in_pence: number;
  payments: number;
  fee_pence: number;
  cost_pence: number;
  /** Paid out, after costs. */
  received_pence: number;
  /** Before costs, from the day it was sold. */
  gross_received_pence: number;
  /** What is held, and sold and not paid out yet. */
  value_pence: number;
  /** The most that is beside the value, of prices that are too old. */
  range_pence: number;
  /** Back and value for each pound paid in, fees in it. Null with nothing paid in. */
  net_multiple: number | null;
  net_rate: YearlyRate;
  /** Proceeds and value for each pound of cost, before fees and costs of sales. */
  gross_multiple: number | null;
  gross_rate: YearlyRate;
  /** Back for each pound paid in. */
  paid_out_multiple: number | null;
  /** What the member recorded, apart from all others. */
  relief_pence: number;
  net_multiple_with_reliefs: number | null;
  net_rate_with_reliefs: YearlyRate;
}

/** All figures of some lots on a day, from flows on the bank's days (net), and on the days of wires and sales (gross). */
export function figuresOn(day: string, portfolio: Portfolio, ages: PriceAges = usualPriceAges): Figures {
  const known = new Set(portfolio.lots.map(({ id }) => id));
  const own = portfolio.proceeds.filter(({ lot_id }) => known.has(lot_id));
  const payments = portfolio.lots.flatMap((lot) => lot.payments).filter((payment) => payment.day <= day);
  const bought = portfolio.lots.filter((lot) => lot.payments.some((payment) => payment.day <= day));
  const sold = own.filter(({ happened_on }) => happened_on <= day);
  const paidOut = own.filter(({ paid_on }) => paid_on !== null && paid_on <= day);
  const reliefs = portfolio.reliefs.filter((relief) => known.has(relief.lot_id) && relief.day <= day);
  const values = bought.map((lot) => valueOfLot(lot, { ...portfolio, proceeds: own }, day, ages));

  const paid_in_pence = sumOf(payments, ({ pence }) => pence);
  const cost_pence = sumOf(bought, (lot) => lot.cost_pence);
  const received_pence = sumOf(paidOut, ({ gross_pence, costs_pence }) => gross_pence - costs_pence);
  const gross_received_pence = sumOf(sold, ({ gross_pence }) => gross_pence);
  const held_pence = sumOf(values, ({ value_pence }) => value_pence);
  const value_pence = held_pence + sumOf(values, ({ due_pence }) => due_pence);
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
  return {
    paid_in_pence,
    payments: payments.length,
    fee_pence: sumOf(bought, (lot) => lot.fee_pence),
    cost_pence,
    received_pence,
    gross_received_pence,
    value_pence,
    range_pence: sumOf(values, ({ range_pence }) => range_pence),
    net_multiple: multipleOf(received_pence + value_pence, paid_in_pence),
    net_rate: yearlyRate(netFlows, since, day),
    gross_multiple: multipleOf(gross_received_pence + held_pence, cost_pence),
    gross_rate: yearlyRate(grossFlows, since, day),
    paid_out_multiple: multipleOf(received_pence, paid_in_pence),
    relief_pence,
    net_multiple_with_reliefs: multipleOf(received_pence + value_pence + relief_pence, paid_in_pence),
    net_rate_with_reliefs: yearlyRate(
      [...netFlows, ...reliefs.map((relief) => ({ day: relief.day, pence: relief.pence }))],
      since,
      day,
    ),
  };
}

function yearlyRate(flows: readonly Flow[], since: string | null, day: string): YearlyRate {
  if (since === null) return { rate: null, state: "none", since };
  if (!isYearOld(since, day)) return { rate: null, state: "under_a_year", since };
  const rate = rateOfReturn(flows);
  return { rate, state: rate === null ? "not_meaningful" : "rate", since };
}

/** The figures of each company, those with the most value first, and losses with the rest. */
export function figuresByCompany(
  day: string,
  portfolio: Portfolio,
  ages: PriceAges = usualPriceAges,
): { company_id: string; lots: readonly Lot[]; figures: Figures }[] {
  return [...new Set(portfolio.lots.map(({ company_id }) => company_id))]
    .map((company_id) => {
      const lots = portfolio.lots.filter((lot) => lot.company_id === company_id);
      return { company_id, lots, figures: figuresOn(day, { ...portfolio, lots }, ages) };
    })
    .toSorted(
      (one, other) =>
        other.figures.value_pence +
          other.figures.received_pence -
          one.figures.value_pence -
          one.figures.received_pence || one.company_id.localeCompare(other.company_id),
    );
}

/** The company in the middle, before fees; of two in the middle their mean. Null with none. */
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
}

/** What was paid in and what it is worth from each day on which one of them changes, up to a day. */
export function stepsUntil(day: string, portfolio: Portfolio, ages: PriceAges = usualPriceAges): Step[] {
  const days = new Set([
    ...portfolio.lots.flatMap(({ payments }) => payments.map((payment) => payment.day)),
    ...portfolio.prices.map(({ as_of }) => as_of),
    ...portfolio.proceeds.flatMap(({ happened_on, paid_on }) => (paid_on ? [happened_on, paid_on] : [happened_on])),
  ]);
  const first = earliest(portfolio.lots.flatMap(({ payments }) => payments.map((payment) => payment.day)));
  return [...days, day]
    .filter((one) => first !== null && one >= first && one <= day)
    .toSorted((one, other) => daysBetween(other, one))
    .filter((one, index, sorted) => one !== sorted[index - 1])
    .map((one) => {
      const { paid_in_pence, value_pence, received_pence } = figuresOn(one, portfolio, ages);
      return { day: one, paid_in_pence, worth_pence: value_pence + received_pence };
    });
}

/** What may be set against income or gains when shares are lost: what they cost less relief kept and proceeds. */
export const allowableLossPence = (costPence: number, reliefPence: number, proceedsPence: number): number =>
  Math.max(0, costPence - reliefPence - proceedsPence);

const sumOf = <T>(items: readonly T[], pence: (item: T) => number): number =>
  items.reduce((sum, item) => sum + pence(item), 0);

const earliest = (days: readonly string[]): string | null => days.toSorted()[0] ?? null;
