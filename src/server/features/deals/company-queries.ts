import { type Insertable, type Kysely, sql, type Transaction } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Company } from "#shared/deals/deals.ts";
import type { Companies, DB } from "../../platform/db/database.generated.ts";
import { hasEveryWord } from "../../platform/db/has-every-word.ts";
import { keysetPage } from "../../platform/http/keyset-page.ts";

const companyColumns = [
  "id",
  "created_at",
  "updated_at",
  "name",
  "company_number",
  "website",
  "sector",
  "one_line",
  "place",
  "founded_year",
  "country",
  sql<Company["founders"]>`founders`.as("founders"),
  sql<Company["logo"]>`(select jsonb_build_object('file_id', l.file_id, 'sha256', l.sha256)
     from company_logos l
    where l.company_id = companies.id and l.removed_at is null)`.as("logo"),
] as const;

const companies = (db: Kysely<DB>) => db.selectFrom("companies").select(companyColumns);

const newestFirst = [{ name: "id", type: "uuid", direction: "desc" }] as const;

export function listCompanies(
  db: Kysely<DB>,
  { q, ...page }: { q?: string | undefined; limit: number; cursor?: string | undefined },
) {
  const found = companies(db)
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom("deals")
          .select(["deals.id", "deals.name", "deals.state"])
          .whereRef("deals.company_id", "=", "companies.id")
          .orderBy("deals.created_at", "desc")
          .orderBy("deals.id", "desc"),
      ).as("deals"),
    )
    .$if(Boolean(q), (query) =>
      query.where(
        sql<boolean>`${hasEveryWord(sql`name`, q)}
          or exists (select from jsonb_array_elements(founders) f where ${hasEveryWord(sql`f ->> 'name'`, q)})`,
      ),
    );
  return keysetPage(found, newestFirst, page);
}

export const findCompany = (db: Kysely<DB>, id: string) => companies(db).where("id", "=", id).executeTakeFirst();

type CompanyRow = Omit<Insertable<Companies>, "id" | "created_at" | "updated_at" | "founders"> & {
  founders: Company["founders"];
};

const toRow = ({ founders, ...company }: CompanyRow) => ({ ...company, founders: JSON.stringify(founders) });

/** @returns them in this order. */
export const insertCompanies = (tx: Transaction<DB>, companies: readonly CompanyRow[]) =>
  tx.insertInto("companies").values(companies.map(toRow)).returning(companyColumns).execute();

/** @returns undefined unless it is of the version that was read. */
export const updateCompany = (tx: Transaction<DB>, id: string, version: Date, company: CompanyRow) =>
  tx
    .updateTable("companies")
    .set(toRow(company))
    .where("id", "=", id)
    .where("updated_at", "=", version)
    .returning(companyColumns)
    .executeTakeFirst();
