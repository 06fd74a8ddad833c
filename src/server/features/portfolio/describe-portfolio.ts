import { sumOf } from "#shared/group-by.ts";
import { withTwoDecimals } from "#shared/pence.ts";
import type { OwnCompany, Portfolio, PortfolioCompany } from "#shared/portfolio/portfolio.ts";
import {
  ageOfPrice,
  byCompany,
  type Figures,
  figuresByCompany,
  figuresOn,
  isIssued,
  type LotValue,
  medianOf,
  monthsBetween,
  stepsUntil,
  valueOfLot,
} from "#shared/portfolio/portfolio-figures.ts";
import { markedName } from "#shared/portfolio/portfolio-messages.ts";
import { costsOfSales } from "#shared/portfolio/relief-kept.ts";
import { priceAfter, ratioBetween, sharesUntil } from "#shared/portfolio/share-actions.ts";
import { splitsSince } from "./held-companies.ts";
import { nextSteps } from "./next-steps.ts";
import type { OwnLot, OwnPortfolio, OwnPrice, OwnShareAction, Task } from "./portfolio-queries.ts";
import { calendarOfLot, taxOfLot } from "./tax-calendar.ts";
import { toTypedCompany } from "./typed-queries.ts";

/** As of a given day, all of it from the same rows. */
export function describePortfolio(all: OwnPortfolio, tasks: readonly Task[], day: string): Portfolio {
  const own = until(day, all);
  const figures = figuresOn(day, own);
  const companies = describeCompanies(own, day);
  return {
    as_of: day,
    figures,
    ...medianOf(companies.map((company) => company.figures)),
    oldest_price: oldestPrice(companies),
    next: nextSteps(tasks, own, day),
    companies,
    unissued: unissuedOn(own, day),
    steps: stepsUntil(day, own),
    events: byCompany(own)
      .flatMap((company) => eventsOf(company, day))
      .toSorted((one, other) => one.day.localeCompare(other.day)),
    calendar: calendarOf(own, day),
    sectors: sumsBy(own.lots, ({ sector }) => sector)
      .map(([name, cost_pence]) => ({ name, cost_pence }))
      .toSorted((one, other) => other.cost_pence - one.cost_pence),
    years: sumsBy(own.lots, ({ issued_on }) => Number(issued_on.slice(0, 4)))
      .map(([year, cost_pence]) => ({ year, cost_pence }))
      .toSorted((one, other) => one.year - other.year),
  };
}

/** Paid by that day, a company each; what was issued since is a holding. */
function unissuedOn({ unissued = [] }: OwnPortfolio, until: string): Portfolio["unissued"] {
  const paid = unissued.map(({ company_id, company_name: name, payments }) => ({
    company_id,
    name,
    pence: sumOf(
      payments.filter(({ day }) => day <= until),
      ({ pence }) => pence,
    ),
  }));
  return paid.filter(({ pence }) => pence > 0);
}

const isOfSameDay =
  ({ as_of, share_class }: OwnPrice) =>
  (later: OwnPrice): boolean =>
    later.as_of === as_of && (later.share_class === null || later.share_class === share_class);

/** @returns null where nothing of it was held by then. */
export function describeCompany(all: OwnPortfolio, companyId: string, day: string): OwnCompany | null {
  const own = byCompany(until(day, all)).find(({ company_id }) => company_id === companyId);
  const [company] = own ? describeCompanies(own, day) : [];
  if (!own || !company) return null;
  return {
    as_of: day,
    company,
    part: partOf(own, day),
    typed: own.lots[0]?.origin === "typed" ? typedOf(all, companyId) : null,
    prices: own.prices
      .filter(({ as_of }) => as_of <= day)
      .map((given, index, counted) => {
        const { id, as_of, price, basis, source, is_by_two_admins, has_evidence } = given;
        return {
          as_of,
          price: withTwoDecimals(price),
          ...afterSplits(given, own, day),
          basis,
          source,
          is_by_two_admins,
          is_replaced: id !== null && counted.slice(index + 1).some(isOfSameDay(given)),
          evidence_of: has_evidence ? id : null,
        };
      })
      .toReversed(),
    splits: splitsOf(own.actions, day),
    calendar: calendarOf(own, day),
    losses: own.lots.flatMap((lot) =>
      taxOfLot(lot, own, day).losses.flatMap(({ is_known, ...loss }) => (is_known ? [loss] : [])),
    ),
    reliefs: own.reliefs.map(({ id, lot_id, kind, claimed_on, pence, is_carried_back, lost_on }) => ({
      id,
      lot_id,
      kind,
      claimed_on,
      pence,
      is_carried_back,
      lost_on,
    })),
  };
}

const splitsOf = (actions: readonly OwnShareAction[], day: string): OwnCompany["splits"] =>
  actions
    .filter(({ effective_on, lines }) => effective_on <= day && lines.length > 0)
    .map(({ company_id: _company, lines, ...split }) => ({
      ...split,
      shares_before: sumOf(lines, ({ shares_before }) => shares_before),
      shares_after: sumOf(lines, ({ shares_after }) => shares_after),
    }))
    .toReversed();

/** What a price comes to for a share of the day, and the splits that made it another one. */
function afterSplits(given: Told, { lots, actions }: Pick<OfCompany, "lots" | "actions">, day: string) {
  const about = { company_id: given.company_id, share_class: given.share_class ?? lots[0]?.share_class ?? null };
  const price = priceAfter(given.price, ratioBetween(actions, about, given.as_of, day));
  if (price === given.price) return { price_now: null, splits: [] };
  return { price_now: withTwoDecimals(price), splits: splitsSince(actions, about, given.as_of, day) };
}

type Told = Pick<OwnPrice, "company_id" | "share_class" | "as_of" | "price">;

function typedOf({ typed }: OwnPortfolio, companyId: string): OwnCompany["typed"] {
  const found = typed?.find(({ company_id }) => company_id === companyId);
  return found ? toTypedCompany(found) : null;
}

/** Leaves out lots that were not issued by then. */
const until = (day: string, all: OwnPortfolio): OwnPortfolio => ({
  ...all,
  lots: all.lots.filter((lot) => isIssued(lot, day)),
});

function describeCompanies(own: OwnPortfolio, day: string): PortfolioCompany[] {
  const parts = new Map(byCompany(own).map((company) => [company.company_id, company]));
  return figuresByCompany(day, own).flatMap(({ company_id, figures }) => {
    const company = parts.get(company_id);
    return company ? [toCompany(company, figures, day)] : [];
  });
}

type OfCompany = { company_id: string; actions: readonly OwnShareAction[] } & OwnPortfolio;

function toCompany(own: OfCompany, figures: Figures, day: string): PortfolioCompany {
  const [first] = own.lots;
  const values = own.lots.map((lot) => ({ lot, ...valueOfLot(lot, own, day) }));
  const held = values.filter(({ shares }) => shares > 0);
  // The oldest of those that a value rests on.
  const [rest] = (held.length > 0 ? held : values).toSorted((one, other) =>
    one.price.as_of.localeCompare(other.price.as_of),
  );
  return {
    company_id: own.company_id,
    name: first?.company_name ?? "",
    origin: originOf(own),
    sector: first?.sector ?? null,
    one_line: first?.one_line ?? null,
    state: held.length === 0 ? "sold" : held.every(({ price }) => price.basis === "nil") ? "written_off" : "active",
    figures,
    price: shownPrice(rest ?? valueOfLot(first as OwnLot, own, day), own, day),
    price_range: rangeOf(held),
    lots: values.map(({ lot, shares, value_pence, range_pence }) => {
      const tax = taxOfLot(lot, own, day);
      const sales = salesOf(lot, own, day);
      return {
        id: lot.id,
        deal_id: lot.deal_id,
        commitment_id: lot.commitment_id,
        deal_name: lot.deal_name,
        origin: lot.origin,
        shares: lot.shares,
        shares_added: sharesUntil(lot, day) - lot.shares,
        shares_left: shares,
        sales: sales.map(([{ happened_on, shares_sold }]) => ({ day: happened_on, shares: shares_sold })),
        cost_left_pence: lot.cost_pence - sumOf(sales, ([, cost]) => cost),
        share_class: lot.share_class,
        price: withTwoDecimals(lot.price),
        ...afterSplits({ ...lot, as_of: lot.issued_on }, own, day),
        cost_pence: lot.cost_pence,
        fee_pence: lot.fee_pence,
        scheme: lot.scheme,
        paid_in_pence: lot.payments.reduce((sum, payment) => sum + (payment.day <= day ? payment.pence : 0), 0),
        issued_on: lot.issued_on,
        wired_on: lot.wired_on,
        value_pence,
        range_pence,
        certificate_on: tax.certificate_on,
        certificate: tax.certificate,
        certificate_withdrawn_on: tax.certificate_withdrawn_on,
        certificate_id: tax.certificate === "came" ? (lot.certificate_id ?? null) : null,
        relief_claim_until: tax.relief?.until ?? null,
        relief_left_pence: tax.relief?.left_pence ?? 0,
        early_shares: tax.early_shares,
        relief_withdrawn_pence: tax.relief_withdrawn_pence,
        three_years_on: tax.three_years_on,
      };
    }),
  };
}

/** Until a day, each with what its shares cost. */
const salesOf = (lot: OwnLot, { proceeds }: OfCompany, day: string) => [
  ...costsOfSales(
    [lot],
    proceeds.filter(({ lot_id, happened_on }) => lot_id === lot.id && happened_on <= day),
  ),
];

function rangeOf(held: readonly Pick<LotValue, "price_now">[]): PortfolioCompany["price_range"] {
  const prices = held
    .map(({ price_now }) => withTwoDecimals(price_now))
    .toSorted((one, other) => Number(one) - Number(other));
  const [low, high] = [prices[0], prices.at(-1)];
  return low === undefined || high === undefined || Number(low) === Number(high) ? null : { low, high };
}

const shownPrice = (
  { price, price_now }: Pick<LotValue, "price" | "price_now">,
  { prices, ages, actions, lots }: OfCompany,
  day: string,
): PortfolioCompany["price"] => ({
  price: withTwoDecimals(price_now),
  as_of: price.as_of,
  basis: price.basis,
  price_given: price_now === price.price ? null : withTwoDecimals(price.price),
  splits: afterSplits(price, { actions, lots }, day).splits,
  source: prices.find((one) => one === price)?.source ?? null,
  months: Math.max(0, monthsBetween(price.as_of, day)),
  age: ageOfPrice(price, day, ages),
});

function oldestPrice(companies: readonly PortfolioCompany[]): Portfolio["oldest_price"] {
  const [oldest] = companies
    .filter(({ lots }) => lots.some(({ value_pence }) => value_pence > 0))
    .toSorted((one, other) => one.price.as_of.localeCompare(other.price.as_of));
  return oldest ? { company_id: oldest.company_id, name: markedName(oldest), ...oldest.price } : null;
}

/** What is typed is a company of its own, whatever its name is. */
const originOf = ({ lots }: Pick<OfCompany, "lots">): PortfolioCompany["origin"] =>
  lots[0]?.origin === "typed" ? "typed" : "club";

/** What was paid, priced, sold and paid out of one company, a row a day of each. */
function eventsOf(own: OfCompany, day: string): Portfolio["events"] {
  const about = { company_id: own.company_id, name: nameOfLot(own.lots[0]) };
  const none = { ...about, price: null, price_before: null, price_now: null, splits: [] };
  const sums = (kind: "paid" | "sold" | "paid_out", flows: readonly { day: string; pence: number }[]) =>
    sumsBy(
      flows,
      (flow) => flow.day,
      ({ pence }) => pence,
    )
      .filter(([on]) => on <= day)
      .map(([on, pence]) => ({ ...none, day: on, kind, pence }));
  const worthOn = (on: string, prices: readonly OwnPrice[]) =>
    own.lots.reduce((sum, lot) => {
      const { value_pence, range_pence } = valueOfLot(lot, { ...own, prices }, on);
      return sum + value_pence + range_pence;
    }, 0);
  const priced = own.prices.flatMap((price, index): Portfolio["events"] => {
    const [before, after] = [own.prices.slice(0, index), own.prices.slice(0, index + 1)];
    const lot = own.lots.find((one) => valueOfLot(one, { ...own, prices: after }, price.as_of).price === price);
    if (!lot || price.as_of > day || price.as_of <= lot.issued_on) return [];
    const was = valueOfLot(lot, { ...own, prices: before }, price.as_of).price_now;
    const isLost = price.basis === "nil";
    return [
      {
        ...about,
        day: price.as_of,
        kind: isLost ? ("written_off" as const) : ("priced" as const),
        pence: isLost ? -worthOn(price.as_of, before) : null,
        price: withTwoDecimals(price.price),
        price_before: withTwoDecimals(was),
        ...afterSplits(price, own, day),
      },
    ];
  });
  return [
    ...sums(
      "paid",
      own.lots.flatMap(({ payments }) => payments),
    ),
    ...priced,
    ...sums(
      "sold",
      own.proceeds
        .filter(({ shares_sold }) => shares_sold > 0)
        .map(({ happened_on, gross_pence }) => ({ day: happened_on, pence: gross_pence })),
    ),
    ...sums(
      "paid_out",
      own.proceeds.flatMap(({ paid_on, gross_pence, costs_pence }) =>
        paid_on === null ? [] : [{ day: paid_on, pence: gross_pence - costs_pence }],
      ),
    ),
  ];
}

const nameOfLot = (lot: OwnLot | undefined): string =>
  lot ? markedName({ name: lot.company_name, origin: lot.origin }) : "";

const calendarOf = (own: OwnPortfolio, day: string): Portfolio["calendar"] =>
  byCompany(own)
    .flatMap((company) =>
      company.lots.flatMap((lot) =>
        calendarOfLot(lot, company, day).map((entry) => ({
          company_id: lot.company_id,
          name: nameOfLot(lot),
          lot_id: lot.id,
          scheme: lot.scheme,
          ...entry,
        })),
      ),
    )
    .toSorted((one, other) => one.day.localeCompare(other.day));

/** Of all shares that the company then had: after the round of the first lot, and now by what was said last. */
function partOf({ lots, prices, ...own }: OfCompany, day: string): OwnCompany["part"] {
  const [first] = lots;
  const last = lots.at(-1);
  if (!first || !last) return { at_issue: null, now: null };
  const said = prices.findLast(
    ({ shares_in_issue, as_of }) => shares_in_issue !== null && as_of <= day && as_of >= first.issued_on,
  );
  // A figure from before the last lot was issued does not count its shares.
  const inIssue =
    said && said.as_of >= last.issued_on
      ? sharesNow(said.shares_in_issue, said.as_of)
      : (sharesNow(sharesAfter(last), last.issued_on) ?? sharesNow(said?.shares_in_issue ?? null, said?.as_of ?? day));
  const held = lots.reduce((sum, lot) => sum + valueOfLot(lot, { ...own, prices }, day).shares, 0);
  const bought = lots.filter(({ issued_on }) => issued_on === first.issued_on);
  const atIssue = sharesAfter(first);
  function sharesNow(shares: number | null, told: string): number | null {
    const { newShares, oldShares } = ratioBetween(own.actions, last as OwnLot, told, day);
    return shares === null ? null : (shares * Number(newShares)) / Number(oldShares);
  }
  return {
    at_issue: atIssue === null ? null : bought.reduce((sum, { shares }) => sum + shares, 0) / atIssue,
    now: inIssue ? held / inIssue : null,
  };
}

/** Works out the shares that the terms of a lot's round come to; null where they have no price of the whole company. */
const sharesAfter = ({ pre_money_pence, round_total_pence, price }: OwnLot): number | null =>
  pre_money_pence === null ? null : Math.round((pre_money_pence + round_total_pence) / (Number(price) * 100));

function sumsBy<T, Key>(items: readonly T[], keyOf: (item: T) => Key, penceOf: (item: T) => number): [Key, number][];
function sumsBy<T extends { cost_pence: number }, Key>(items: readonly T[], keyOf: (item: T) => Key): [Key, number][];
function sumsBy<T, Key>(
  items: readonly T[],
  keyOf: (item: T) => Key,
  penceOf = (item: T) => (item as { cost_pence: number }).cost_pence,
): [Key, number][] {
  const sums = new Map<Key, number>();
  for (const item of items) sums.set(keyOf(item), (sums.get(keyOf(item)) ?? 0) + penceOf(item));
  return [...sums];
}
