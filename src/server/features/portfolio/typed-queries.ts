import { type Kysely, sql, type Transaction } from "kysely";
import type { z } from "zod";
import { withTwoDecimals } from "#shared/pence.ts";
import type { ownReliefSchema } from "#shared/portfolio/portfolio.ts";
import type {
  TypedCompany,
  TypedHoldingInput,
  typedPriceInputSchema,
  typedSaleInputSchema,
} from "#shared/portfolio/typed-holdings.ts";
import { firstOversold } from "#shared/portfolio/typed-sales.ts";
import type { DB } from "../../platform/db/database.generated.ts";

type Relief = Omit<z.infer<typeof ownReliefSchema>, "lot_id">;

export interface Typed extends Omit<TypedCompany, "holdings"> {
  company_id: string;
  name: string;
  holdings: (Omit<TypedCompany["holdings"][number], "needed_on" | "can"> & { reliefs: Relief[] })[];
}

const typed = (db: Kysely<DB>) =>
  db
    .selectFrom("typed_companies as c")
    .select(["c.id as company_id", "c.name"])
    .select(
      sql<Typed["holdings"]>`(
        select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'shares', h.shares, 'share_class', h.share_class,
                 'price', h.price::text, 'cost_pence', h.cost_pence, 'fee_pence', h.fee_pence, 'scheme', h.scheme,
                 'issued_on', h.issued_on, 'certificate_on', h.certificate_on, 'note', h.note, 'updated_at', h.updated_at,
                 'reliefs', (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'kind', r.kind, 'claimed_on', r.claimed_on,
                                               'pence', r.pence, 'is_carried_back', r.is_carried_back, 'lost_on', r.lost_on)
                                             order by r.claimed_on, r.id), '[]')
                               from relief_records r where r.typed_holding_id = h.id))
                 order by h.issued_on, h.id), '[]')
          from typed_holdings h where h.company_id = c.id)`.as("holdings"),
    )
    .select(
      sql<Typed["sales"]>`(
        select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'sold_on', s.sold_on, 'shares', s.shares,
                 'gross_pence', s.gross_pence, 'costs_pence', s.costs_pence) order by s.sold_on, s.id), '[]')
          from typed_sales s where s.company_id = c.id)`.as("sales"),
    )
    .select(
      sql<Typed["prices"]>`(
        select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'as_of', p.as_of, 'price', p.price::text,
                 'source', p.source) order by p.as_of, p.id), '[]')
          from typed_prices p where p.company_id = c.id)`.as("prices"),
    );

/** The reader's own: other people's cannot be read. */
export const listTyped = (db: Kysely<DB>): Promise<Typed[]> => typed(db).orderBy("c.id").execute();

/** Locked until the end of the transaction. @returns undefined where there is none of the caller's own. */
export async function lockTyped(tx: Transaction<DB>, companyId: string): Promise<Typed | undefined> {
  await tx.selectFrom("typed_companies").select("id").where("id", "=", companyId).forUpdate().execute();
  return typed(tx).where("c.id", "=", companyId).executeTakeFirst();
}

export const toTypedCompany = ({ holdings, sales, prices }: Typed): TypedCompany => ({
  holdings: holdings.map(({ reliefs: _reliefs, ...holding }) => {
    const others = holdings.filter(({ id }) => id !== holding.id);
    const needed_on = firstOversold(others, sales)?.sold_on ?? null;
    return {
      ...holding,
      price: withTwoDecimals(holding.price),
      updated_at: new Date(holding.updated_at).toISOString(),
      needed_on,
      can: { remove: needed_on === null },
    };
  }),
  sales,
  prices: prices.map((price) => ({ ...price, price: withTwoDecimals(price.price) })),
});

export async function countTyped(tx: Transaction<DB>): Promise<number> {
  const { count } = await tx
    .selectFrom("typed_holdings")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The one of that name, in any letter case, quotes and spaces, or a new one. What was typed first keeps its spelling. */
export async function ensureTypedCompany(tx: Transaction<DB>, name: string): Promise<string> {
  const own = await tx
    .selectFrom("typed_companies")
    .select(["id", "name"])
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const isSame = (write: (text: string) => string) => own.find((company) => write(company.name) === write(name));
  const known = isSame((text) => text.toLowerCase()) ?? isSame(withPlainMarks);
  if (known) return known.id;
  const { rows } = await sql<{ id: string }>`
    insert into typed_companies (name) values (${name})
    on conflict (user_id, lower(name)) do update set name = typed_companies.name returning id`.execute(tx);
  return rows[0]?.id ?? "";
}

/** A phone turns straight quotes into round ones by itself. */
const withPlainMarks = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[‘’‚‛′`´]/g, "'")
    .replaceAll(/[“”„‟″«»]/g, '"')
    .replaceAll(/[\s\p{Zs}]+/gu, " ")
    .trim();

/** Deletes a company whose last shares were removed, with its prices. */
export const deleteEmptyCompany = (tx: Transaction<DB>, companyId: string) =>
  tx
    .deleteFrom("typed_companies as c")
    .where("c.id", "=", companyId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("typed_holdings as h").select("h.id").whereRef("h.company_id", "=", "c.id"))),
    )
    .execute();

export const findTypedHolding = (tx: Transaction<DB>, id: string) =>
  tx
    .selectFrom("typed_holdings")
    .select(["id", "company_id", "shares", "issued_on", "cost_pence", "scheme", "updated_at"])
    .select(
      sql<string>`(select coalesce(sum(r.pence), 0) from relief_records r where r.typed_holding_id = typed_holdings.id)`.as(
        "claimed_pence",
      ),
    )
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

/** The class of other shares of that company which is not this one; prices and sales are of one class. */
export async function findOtherClass(tx: Transaction<DB>, id: string): Promise<string | undefined> {
  const found = await tx
    .selectFrom("typed_holdings as own")
    .innerJoin("typed_holdings as h", "h.company_id", "own.company_id")
    .select("h.share_class")
    .where("own.id", "=", id)
    .where(sql<boolean>`class_key(h.share_class) <> class_key(own.share_class)`)
    .orderBy("h.id")
    .executeTakeFirst();
  return found?.share_class;
}

/** What was recorded as saved on a loss of that day. */
export async function claimedLossPence(tx: Transaction<DB>, companyId: string, day: string): Promise<number> {
  const { pence } = await tx
    .selectFrom("relief_records as r")
    .innerJoin("typed_holdings as h", "h.id", "r.typed_holding_id")
    .select(({ fn }) => fn.sum<number | null>("r.pence").as("pence"))
    .where("h.company_id", "=", companyId)
    .where("r.lost_on", "=", day)
    .executeTakeFirstOrThrow();
  return Number(pence ?? 0);
}

const toRow = ({ company_name: _name, ...holding }: TypedHoldingInput) => holding;

export const insertTypedHolding = (tx: Transaction<DB>, company_id: string, input: TypedHoldingInput) =>
  tx
    .insertInto("typed_holdings")
    .values({ company_id, ...toRow(input) })
    .returning(["id", "company_id"])
    .executeTakeFirstOrThrow();

export const updateTypedHolding = (tx: Transaction<DB>, id: string, company_id: string, input: TypedHoldingInput) =>
  tx
    .updateTable("typed_holdings")
    .set({ company_id, ...toRow(input) })
    .where("id", "=", id)
    .returning(["id", "company_id"])
    .executeTakeFirstOrThrow();

export const deleteTypedHolding = (tx: Transaction<DB>, id: string) =>
  tx.deleteFrom("typed_holdings").where("id", "=", id).execute();

/** @returns its company and day; undefined where there was none of the caller's own. */
export async function deleteTyped(tx: Transaction<DB>, table: "typed_sales" | "typed_prices", id: string) {
  if (table === "typed_sales")
    return tx
      .deleteFrom("typed_sales")
      .where("id", "=", id)
      .returning(["company_id", "sold_on as day"])
      .executeTakeFirst();
  return tx
    .deleteFrom("typed_prices")
    .where("id", "=", id)
    .returning(["company_id", "as_of as day"])
    .executeTakeFirst();
}

export const insertTypedSale = (tx: Transaction<DB>, company_id: string, sale: z.output<typeof typedSaleInputSchema>) =>
  tx
    .insertInto("typed_sales")
    .values({ company_id, ...sale })
    .execute();

export const insertTypedPrice = (
  tx: Transaction<DB>,
  company_id: string,
  price: z.output<typeof typedPriceInputSchema>,
) =>
  tx
    .insertInto("typed_prices")
    .values({ company_id, ...price })
    .execute();
