import type { Kysely } from "kysely";
import { type HeldRound, worthOfRound } from "#shared/held-rounds.ts";
import type { List } from "#shared/lists.ts";
import { withTwoDecimals } from "#shared/pence.ts";
import type { HeldCompany, HeldCompanyDetails } from "#shared/portfolio.ts";
import { type PriceAges, pricesThatCount, type SharePrice } from "#shared/portfolio-figures.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { keysetPage } from "../../platform/http/keyset-page.ts";

const companies = (db: Kysely<DB>) =>
  db
    .selectFrom("held_companies")
    .select(["id", "name", "sector", "shares", "shares_left", "place", "waiting_prices", "waiting_exits"]);

const stalestFirst = [
  { name: "place", type: "integer", direction: "asc" },
  { name: "id", type: "uuid", direction: "asc" },
] as const;

/** Of which members hold shares or held some; what needs a new price first is first. */
export async function listHeldCompanies(
  db: Kysely<DB>,
  page: { limit: number; cursor?: string | undefined },
  on: { day: string; ages: PriceAges },
): Promise<List<HeldCompany>> {
  const { items, next_cursor } = await keysetPage(companies(db), stalestFirst, page);
  const ids = items.map(({ id }) => id);
  const [rounds, prices] = ids.length > 0 ? [await listRounds(db, ids), await listPrices(db, ids)] : [[], []];
  return { items: items.map((company) => toHeldCompany(company, rounds, prices, on)), next_cursor };
}

/** @throws HttpError 404 where no member ever held shares of it */
export async function readHeldCompany(
  db: Kysely<DB>,
  id: string,
  on: { day: string; ages: PriceAges },
): Promise<HeldCompanyDetails> {
  const company = await companies(db).where("id", "=", id).executeTakeFirst();
  if (!company) throw notFound("company");
  const [rounds, prices] = [await listRounds(db, [id]), await listPrices(db, [id])];
  return {
    ...toHeldCompany(company, rounds, prices, on),
    ...{ as_of: on.day, ages: on.ages },
    prices: prices.map(({ company_id, share_class, as_of, basis, price }) => ({
      ...{ company_id, share_class, as_of, basis, price },
    })),
  };
}

const listRounds = (db: Kysely<DB>, ids: string[]) =>
  db
    .selectFrom("held_rounds")
    .select(["company_id", "deal_id", "deal_name", "share_class", "price", "issued_on", "shares", "shares_left"])
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

type CompanyRow = Awaited<ReturnType<ReturnType<typeof companies>["executeTakeFirstOrThrow"]>>;
type RoundRow = Awaited<ReturnType<typeof listRounds>>[number];
type PriceRow = SharePrice & { source: string | null };

function toHeldCompany(
  { place: _place, ...company }: CompanyRow,
  allRounds: readonly RoundRow[],
  allPrices: readonly PriceRow[],
  on: { day: string; ages: PriceAges },
): HeldCompany {
  const prices = pricesThatCount(allPrices.filter(({ company_id }) => company_id === company.id));
  const rounds = allRounds
    .filter(({ company_id }) => company_id === company.id)
    .map(({ company_id, ...round }) => ({ ...round, ...describeWorth(company_id, round, prices, on) }));
  const held = rounds.filter(({ shares_left }) => shares_left > 0);
  const [oldest] = (held.length > 0 ? held : rounds).toSorted((one, other) =>
    one.worth.as_of.localeCompare(other.worth.as_of),
  );
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
  { day, ages }: { day: string; ages: PriceAges },
) {
  const { price, months, age, value_pence, range_pence } = worthOfRound(companyId, round, prices, day, ages);
  const { as_of, basis } = price;
  const source = prices.find((one) => one === price)?.source ?? null;
  const worth = { price: withTwoDecimals(price.price), as_of, basis, source, months, age };
  return { worth, value_pence, range_pence };
}
