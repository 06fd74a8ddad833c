import {
  ageOfPrice,
  type Lot,
  monthsBetween,
  type PriceAge,
  type PriceAges,
  type PriceBasis,
  priceOf,
  pricesThatCount,
  type SharePrice,
  valueOfLot,
} from "./portfolio-figures.ts";

/** What members hold of one round, or of one earlier purchase, all of them together: shares of one class, price and day of issue. */
export interface HeldRound {
  /** Null of imported shares. */
  deal_id: string | null;
  share_class: string;
  /** What a share cost. */
  price: string;
  issued_on: string;
  shares_left: number;
}

/** @param prices that count, as `pricesThatCount` gives them. */
export function worthOfRound(
  companyId: string,
  round: HeldRound,
  prices: readonly SharePrice[],
  day: string,
  ages: PriceAges,
): { price: SharePrice; months: number; age: PriceAge; value_pence: number; range_pence: number } {
  const lot = toLot(companyId, round);
  const price = priceOf(lot, prices, day);
  const { value_pence, range_pence } = valueOfLot(lot, { proceeds: [], prices, ages }, day);
  const months = Math.max(0, monthsBetween(price.as_of, day));
  return { price, months, age: ageOfPrice(price, day, ages), value_pence, range_pence };
}

const toLot = (company_id: string, { deal_id, shares_left, price, issued_on, share_class }: HeldRound): Lot => ({
  ...{ id: deal_id ?? "", company_id, shares: shares_left, share_class, price, cost_pence: 0, fee_pence: 0, issued_on },
  ...{ wired_on: issued_on, payments: [{ day: issued_on, pence: 0 }] },
});

/** As it is typed. */
export interface EnteredPrice {
  basis: Exclude<PriceBasis, "our_round" | "earlier_purchase" | "own_word">;
  share_class: string | null;
  as_of: string;
  /** Pounds; of an impairment and of nothing left it is worked out. */
  price: string;
  impaired_percent: number;
}

interface Company {
  id: string;
  rounds: readonly HeldRound[];
  /** Of the club's setting. */
  ages: PriceAges;
}

export interface PriceEffect {
  /** Null where there is none to impair, or several. */
  price: string | null;
  before: { value_pence: number; range_pence: number };
  after: { value_pence: number; range_pence: number };
  /** What shares are worth now rests on it. */
  isInForce: boolean;
}

/**
 * What all shares that members hold are worth with and without a price that is about to be entered.
 * @param prices all that are confirmed, in the order in which they count.
 */
export function effectOfPrice(
  company: Company,
  prices: readonly SharePrice[],
  entered: EnteredPrice,
  day: string,
): PriceEffect {
  const before = sumOf(company, pricesThatCount(prices), day);
  const price = priceEntered(company, prices, entered);
  if (price === null) return { price, before, after: before, isInForce: false };
  const { share_class, as_of, basis } = entered;
  const given: SharePrice = { company_id: company.id, share_class, as_of, basis, price };
  const all = [...prices.filter((one) => one.as_of <= as_of), given, ...prices.filter((one) => one.as_of > as_of)];
  const counting = pricesThatCount(all);
  const isInForce = company.rounds.some(
    (round) => round.shares_left > 0 && worthOfRound(company.id, round, counting, day, company.ages).price === given,
  );
  return { price, before, after: sumOf(company, counting, day), isInForce };
}

function sumOf({ id, rounds, ages }: Company, prices: SharePrice[], day: string) {
  const sum = { value_pence: 0, range_pence: 0 };
  for (const round of rounds) {
    const { value_pence, range_pence } = worthOfRound(id, round, prices, day, ages);
    sum.value_pence += value_pence;
    sum.range_pence += range_pence;
  }
  return sum;
}

const clubsOwn: readonly PriceBasis[] = ["club_estimate", "impaired", "nil"];

/** An impairment is of what other people paid last, as PostgreSQL works it out. */
function priceEntered(
  { rounds }: { rounds: readonly HeldRound[] },
  prices: readonly SharePrice[],
  { basis, share_class, as_of, price, impaired_percent }: EnteredPrice,
): string | null {
  if (basis === "nil") return "0";
  if (basis !== "impaired") return price;
  const byOthers = pricesThatCount(prices.filter((one) => !clubsOwn.includes(one.basis)));
  const classes = share_class === null ? new Set(rounds.map((round) => round.share_class)) : new Set([share_class]);
  const paid = new Set(
    [...classes].map(
      (name) =>
        byOthers.findLast((one) => one.as_of <= as_of && (one.share_class === null || one.share_class === name))?.price,
    ),
  );
  const [last] = paid;
  if (last === undefined || new Set([...paid].map(Number)).size > 1) return null;
  const millionths = Math.round((Math.round(Number(last) * 1_000_000) * (100 - impaired_percent)) / 100);
  return (Math.max(millionths, 1) / 1_000_000).toFixed(6);
}
