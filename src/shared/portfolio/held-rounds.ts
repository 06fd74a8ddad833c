import {
  type Lot,
  monthsBetween,
  type PriceAges,
  type PriceBasis,
  pricesThatCount,
  type SharePrice,
  valueOfLot,
} from "./portfolio-figures.ts";
import type { enteredPriceBases } from "./portfolio-messages.ts";
import { priceAfter, ratioBetween, type ShareAction } from "./share-actions.ts";

/** What members hold of one round, or of one earlier purchase, all of them together: shares of one class, price and day of issue. */
export interface HeldRound {
  /** `null` means imported shares. */
  deal_id: string | null;
  share_class: string;
  price: string;
  issued_on: string;
  /** The number counts shares as they are now. */
  shares_left: number;
}

/** Of the club's setting, and the splits of the company. */
interface Terms {
  ages: PriceAges;
  actions?: readonly ShareAction[] | undefined;
}

/** @param prices all of the company that are confirmed, in the order in which they count. */
export function worthOfRound(
  companyId: string,
  round: HeldRound,
  prices: readonly SharePrice[],
  day: string,
  // The fields are passed one by one: a company that is given for them has prices of its own.
  { ages, actions }: Terms,
) {
  const { price, price_now, age, ...value } = valueOfLot(
    toLot(companyId, round),
    { proceeds: [], prices: pricesThatCount(prices.filter(isPriceOf(round)), actions), ages, actions },
    day,
  );
  const { value_pence, range_pence } = value;
  return { price, price_now, months: Math.max(0, monthsBetween(price.as_of, day)), age, value_pence, range_pence };
}

/** What somebody paid elsewhere is a price of the shares that they bought so, and of no others. */
const isPriceOf =
  ({ deal_id, share_class, issued_on, price }: HeldRound) =>
  (given: SharePrice): boolean =>
    given.basis !== "earlier_purchase" ||
    (deal_id === null &&
      given.share_class === share_class &&
      given.as_of === issued_on &&
      Number(given.price) === Number(price));

const toLot = (company_id: string, { deal_id, shares_left, price, issued_on, share_class }: HeldRound): Lot => ({
  id: deal_id ?? "",
  company_id,
  shares: shares_left,
  share_class,
  price,
  cost_pence: 0,
  fee_pence: 0,
  issued_on,
  origin: deal_id === null ? "imported" : "club",
  wired_on: issued_on,
  payments: [{ day: issued_on, pence: 0 }],
});

export interface EnteredPrice {
  basis: (typeof enteredPriceBases)[number];
  share_class: string | null;
  as_of: string;
  /** Pounds; of an impairment and of nothing left it is worked out. */
  price: string;
  impaired_percent: number;
}

interface Company extends Terms {
  id: string;
  rounds: readonly HeldRound[];
}

export interface PriceEffect {
  /** `null` means that there is no price to impair, or several. */
  price: string | null;
  before: { value_pence: number; range_pence: number };
  after: { value_pence: number; range_pence: number };
  /** The present worth of shares rests on it. */
  isInForce: boolean;
}

/**
 * Returns what all shares that members hold are worth with and without a price that is about to be entered.
 * @param prices all that are confirmed, in the order in which they count.
 */
export function effectOfPrice(
  company: Company,
  prices: readonly SharePrice[],
  entered: EnteredPrice,
  day: string,
): PriceEffect {
  const before = sumOf(company, prices, day);
  const price = priceEntered(company, prices, entered);
  if (price === null) return { price, before, after: before, isInForce: false };
  const { share_class, as_of, basis } = entered;
  const given: SharePrice = { company_id: company.id, share_class, as_of, basis, price };
  const all = [...prices.filter((one) => one.as_of <= as_of), given, ...prices.filter((one) => one.as_of > as_of)];
  const isInForce = company.rounds.some(
    (round) => round.shares_left > 0 && worthOfRound(company.id, round, all, day, company).price === given,
  );
  return { price, before, after: sumOf(company, all, day), isInForce };
}

function sumOf({ id, rounds, ...terms }: Company, prices: readonly SharePrice[], day: string) {
  const sum = { value_pence: 0, range_pence: 0 };
  for (const round of rounds) {
    const { value_pence, range_pence } = worthOfRound(id, round, prices, day, terms);
    sum.value_pence += value_pence;
    sum.range_pence += range_pence;
  }
  return sum;
}

const clubsOwn: readonly PriceBasis[] = ["club_estimate", "impaired", "nil"];

/** An impairment is of what other people paid last, as PostgreSQL works it out. */
function priceEntered(
  { id, rounds, actions = [] }: Company,
  prices: readonly SharePrice[],
  { basis, share_class, as_of, price, impaired_percent }: EnteredPrice,
): string | null {
  if (basis === "nil") return "0";
  if (basis !== "impaired") return price;
  const byOthers = pricesThatCount(
    prices.filter((one) => !clubsOwn.includes(one.basis)),
    actions,
  );
  const classes = share_class === null ? new Set(rounds.map((round) => round.share_class)) : new Set([share_class]);
  const paid = new Set(
    [...classes].map((name) => {
      const last = byOthers.findLast(
        (one) => one.as_of <= as_of && (one.share_class === null || one.share_class === name),
      );
      return (
        last && priceAfter(last.price, ratioBetween(actions, { company_id: id, share_class: name }, last.as_of, as_of))
      );
    }),
  );
  const [last] = paid;
  if (last === undefined || new Set([...paid].map(Number)).size > 1) return null;
  const millionths = Math.round((Math.round(Number(last) * 1_000_000) * (100 - impaired_percent)) / 100);
  return (Math.max(millionths, 1) / 1_000_000).toFixed(6);
}
