import { type Insertable, type Kysely, sql, type Transaction } from "kysely";
import type { NumberedTerms, Terms } from "#shared/deals/deals.ts";
import { withTwoDecimals } from "#shared/pence.ts";
import type { DB, DealTerms } from "../../platform/db/database.generated.ts";
import { personName } from "./deal-queries.ts";

const columns = [
  "id",
  "number",
  "created_at",
  "scheme",
  "instrument",
  "share_class",
  "rights",
  "price",
  "pre_money_pence",
  "round_total_pence",
  "club_minimum_pence",
  "club_maximum_pence",
  "minimum_commitment_pence",
  "assurance",
  "assurance_on",
  "seis_raised_pence",
  "schemes_raised_pence",
  "schemes_raised_year_pence",
  sql<Terms["use_of_funds"]>`use_of_funds`.as("use_of_funds"),
  "other_investors",
  "club_invests",
  "conflicts",
  "vehicle",
  sql<string[]>`risks`.as("risks"),
  "allocation_method",
  "priority_share_percent",
  "priority_tiers",
  "opens_at",
  "priority_until",
  "closes_at",
  "completion_expected_on",
] as const;

/** Newest first. */
export async function listTerms(db: Kysely<DB>, dealId: string) {
  const rows = await db
    .selectFrom("deal_terms")
    .select(columns)
    .select("not_material_reason")
    .select(personName("author_id").as("author_name"))
    .where("deal_id", "=", dealId)
    .orderBy("number", "desc")
    .execute();
  return rows.map(({ author_name, not_material_reason, ...row }) => ({
    author_name,
    not_material_reason,
    terms: toTerms(row),
  }));
}

/** Of the deal that was approved last, another one: what a new deal begins with. */
export async function findLastTerms(db: Kysely<DB>, dealId: string) {
  const last = await db
    .selectFrom("deal_version_list as v")
    .innerJoin("deals as d", "d.id", "v.deal_id")
    .innerJoin("companies as c", "c.id", "d.company_id")
    .select(["v.deal_id", "v.terms_number", "c.name as company_name"])
    .where("v.approved_at", "is not", null)
    .where("v.deal_id", "<>", dealId)
    .orderBy("v.approved_at", "desc")
    .orderBy("v.id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!last) return null;
  const row = await db
    .selectFrom("deal_terms")
    .select(columns)
    .where("deal_id", "=", last.deal_id)
    .where("number", "=", last.terms_number)
    .executeTakeFirstOrThrow();
  return { company_name: last.company_name, terms: toTerms(row) };
}

export async function findNewestTerms(tx: Transaction<DB>, dealId: string): Promise<NumberedTerms | undefined> {
  const row = await tx
    .selectFrom("deal_terms")
    .select(columns)
    .where("deal_id", "=", dealId)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && toTerms(row);
}

interface Row extends Omit<NumberedTerms, "created_at" | "opens_at" | "priority_until" | "closes_at"> {
  created_at: Date;
  opens_at: Date;
  priority_until: Date;
  closes_at: Date;
}

const toTerms = (row: Row): NumberedTerms => ({
  ...row,
  price: withTwoDecimals(row.price),
  created_at: row.created_at.toISOString(),
  opens_at: row.opens_at.toISOString(),
  priority_until: row.priority_until.toISOString(),
  closes_at: row.closes_at.toISOString(),
});

export const insertTerms = (
  tx: Transaction<DB>,
  { use_of_funds, risks, ...terms }: Terms,
  by: Pick<Insertable<DealTerms>, "deal_id" | "number" | "author_id" | "is_material" | "not_material_reason">,
) =>
  tx
    .insertInto("deal_terms")
    .values({ ...terms, ...by, use_of_funds: JSON.stringify(use_of_funds), risks: JSON.stringify(risks) })
    .execute();
