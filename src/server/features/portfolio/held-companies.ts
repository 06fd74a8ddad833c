import type { Kysely } from "kysely";
import type { List } from "#shared/lists.ts";
import { withTwoDecimals } from "#shared/pence.ts";
import { type HeldRound, worthOfRound } from "#shared/portfolio/held-rounds.ts";
import type { HeldCompany, HeldCompanyDetails } from "#shared/portfolio/portfolio.ts";
import type { PriceAges, SharePrice } from "#shared/portfolio/portfolio-figures.ts";
import { type ShareAction, splitsBetween } from "#shared/portfolio/share-actions.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { keysetPage } from "../../platform/http/keyset-page.ts";

const companies = (db: Kysely<DB>) =>
  db
    .selectFrom("held_companies")
    .select(["id", "name", "sector", "shares", "shares_added", "shares_left", "place"])
    .select(["waiting_prices", "waiting_exits", "waiting_splits"]);

const stalestFirst = [
  { name: "place", type: "integer", direction: "asc" },
  { name: "id", type: "uuid", direction: "asc" },
] as const;

/** Lists companies of which members hold shares or held some; those that need a new price come first. */
export async function listHeldCompanies(
  db: Kysely<DB>,
  page: { limit: number; cursor?: string | undefined },
  on: { day: string; ages: PriceAges },
): Promise<List<HeldCompany>> {
  const { items, next_cursor } = await keysetPage(companies(db), stalestFirst, page);
  const ids = items.map(({ id }) => id);
  const rows = await readRows(db, ids);
  return { items: items.map((company) => toHeldCompany(company, rows, on)), next_cursor };
}

/** @throws HttpError 404 where no member ever held shares of it */
export async function readHeldCompany(
  db: Kysely<DB>,
  id: string,
  on: { day: string; ages: PriceAges },
): Promise<HeldCompanyDetails> {
  const company = await companies(db).where("id", "=", id).executeTakeFirst();
  if (!company) throw notFound("company");
  const rows = await readRows(db, [id]);
  return {
    ...toHeldCompany(company, rows, on),
    as_of: on.day,
    ages: on.ages,
    actions: rows.actions,
    prices: rows.prices.map(({ company_id, share_class, as_of, basis, price }) => ({
      company_id,
      share_class,
      as_of,
      basis,
      price,
    })),
  };
}

async function readRows(db: Kysely<DB>, ids: string[]) {
  if (ids.length === 0) return { rounds: [], prices: [], actions: [] };
  const rounds = await listRounds(db, ids);
  return { rounds, prices: await listPrices(db, ids), actions: await listActions(db, ids) };
}

const listRounds = (db: Kysely<DB>, ids: string[]) =>
  db
    .selectFrom("held_rounds")
    .select(["company_id", "deal_id", "deal_name", "share_class", "price", "issued_on", "shares", "shares_left"])
    .select("shares_added")
    .where("company_id", "in", ids)
    .orderBy("issued_on")
    .orderBy("deal_id")
    .orderBy("share_class")
    .orderBy("price")
    .execute();

const listPrices = (db: Kysely<DB>, ids: string[]) =>
  db
    .selectFrom("company_prices")
    .select(["company_id", "share_class", "as_of", "basis", "price", "source"])
    .where("company_id", "in", ids)
    .orderBy("as_of")
    .orderBy("recorded_at", (order) => order.asc().nullsFirst())
    .orderBy("id")
    .execute();

/** Splits that were confirmed, the earliest first. */
export const listActions = (db: Kysely<DB>, ids: string[]) =>
  db
    .selectFrom("share_actions")
    .select(["company_id", "share_class", "effective_on", "new_shares", "old_shares"])
    .where("company_id", "in", ids)
    .where("confirmed_at", "is not", null)
    .orderBy("effective_on")
    .orderBy("id")
    .execute();

type CompanyRow = Awaited<ReturnType<ReturnType<typeof companies>["executeTakeFirstOrThrow"]>>;
type Rows = Awaited<ReturnType<typeof readRows>>;
type PriceRow = SharePrice & { source: string | null };

function toHeldCompany(
  { place: _place, ...company }: CompanyRow,
  rows: Rows,
  { day, ages }: { day: string; ages: PriceAges },
): HeldCompany {
  const isOf = ({ company_id }: { company_id: string }) => company_id === company.id;
  const actions = rows.actions.filter(isOf);
  const prices: PriceRow[] = rows.prices.filter(isOf);
  const rounds = rows.rounds.filter(isOf).map(({ company_id, ...round }) => ({
    ...round,
    ...describeWorth(company_id, round, prices, { day, ages, actions }),
  }));
  const held = rounds.filter(({ shares_left }) => shares_left > 0);
  // Shares of a class that were bought earlier are worth what the last of it cost, or less: the last price is the company's.
  const byDay = (held.length > 0 ? held : rounds).toSorted((one, other) =>
    one.worth.as_of.localeCompare(other.worth.as_of),
  );
  const newest = new Map(byDay.map((round) => [round.share_class, round]));
  const [oldest] = byDay.filter((round) => newest.get(round.share_class) === round);
  if (!oldest) throw notFound("company");
  return {
    ...company,
    state: held.length === 0 ? "sold" : held.every(({ worth }) => worth.basis === "nil") ? "written_off" : "active",
    value_pence: rounds.reduce((sum, { value_pence }) => sum + value_pence, 0),
    range_pence: rounds.reduce((sum, { range_pence }) => sum + range_pence, 0),
    price: oldest.worth,
    rounds: rounds.map(({ value_pence: _value, range_pence: _range, ...round }) => ({
      ...round,
      price: withTwoDecimals(round.price),
    })),
  };
}

function describeWorth(
  companyId: string,
  round: HeldRound,
  prices: readonly PriceRow[],
  { day, ...terms }: { day: string; ages: PriceAges; actions: readonly ShareAction[] },
) {
  const { price, price_now, months, age, value_pence, range_pence } = worthOfRound(
    companyId,
    round,
    prices,
    day,
    terms,
  );
  const { as_of, basis } = price;
  const source = prices.find((one) => one === price)?.source ?? null;
  const price_given = price_now === price.price ? null : withTwoDecimals(price.price);
  const splits =
    price_given === null ? [] : splitsSince(terms.actions, { ...round, company_id: companyId }, as_of, day);
  const worth = { price: withTwoDecimals(price_now), price_given, splits, as_of, basis, source, months, age };
  return { worth, value_pence, range_pence };
}

/** As a price is shown with them, the earliest first. */
export const splitsSince = (...given: Parameters<typeof splitsBetween<ShareAction>>) =>
  splitsBetween(...given).map(({ effective_on, new_shares, old_shares }) => ({ effective_on, new_shares, old_shares }));
