import type { Insertable, Kysely } from "kysely";
import type { CompanyUpdates, DB } from "#server/platform/db/database.generated.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildCommitment } from "#server/sample/build-held-round.ts";
import { buildFile } from "#server/sample/builders.ts";
import { buildHolding } from "./build-holding.ts";

const founders = [
  { name: "Ruth Sandford", role: "Chief executive", email: null, phone: null },
  { name: "Tom Halden", role: "Operations", email: "tom@alder.example", phone: null },
  { name: "Una Reeve", role: "Research", email: "una@alder.example", phone: null },
];

/** A company of which these records hold shares, issued on 2 February 2027 unless said otherwise. */
export async function buildHeldCompany(
  db: Kysely<DB>,
  { records, issued_on = "2027-02-02", name }: { records: readonly string[]; issued_on?: string; name?: string },
): Promise<{ id: string; deal_id: string }> {
  const deal = await buildDeal(db, { state: "completed", ...(name && { company: { name } }) });
  const { id: deal_id, terms_id, company_id } = deal;
  await db
    .updateTable("companies")
    .set({ founders: JSON.stringify(founders) })
    .where("id", "=", company_id)
    .execute();
  for (const [index, record_id] of records.entries()) {
    const given = { deal_id, terms_id, record_id, number: index + 1 };
    await buildHolding(db, await buildCommitment(db, given), { issued_on, certificate_number: `${deal_id}-${index}` });
  }
  return { id: company_id, deal_id };
}

export const alderFigures = {
  arr_pence: 31_000_000,
  nrr_bp: 10_400,
  gross_margin_bp: 7200,
  net_burn_pence: 2_200_000,
  runway_months: 16,
  headcount: 12,
};

/** Published, unless said otherwise. */
export async function buildUpdate(
  db: Kysely<DB>,
  { offer, ...given }: Partial<Insertable<CompanyUpdates>> & { company_id: string; quarter: string; offer?: string },
): Promise<{ id: string }> {
  const update = await db
    .insertInto("company_updates")
    .values({ version: 1, ...alderFigures, text: "We know why they left.", published_at: new Date(), ...given })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (offer) await db.insertInto("company_update_offers").values({ update_id: update.id, text: offer }).execute();
  return update;
}

/** One of the founder's, published with an offer and a letter; one of an admin's and a request, which wait. */
export async function buildCompanyUpdates(db: Kysely<DB>, company_id: string, author_id: string): Promise<void> {
  const letterOf = async (request_id: string | null) => {
    const { id: file_id } = await buildFile(db, null, { kind: "company_letter", media_type: "application/pdf" });
    const values = { company_id, request_id, file_name: "letter.pdf", file_id };
    return db.insertInto("company_update_letters").values(values).returning("id").executeTakeFirstOrThrow();
  };
  const expires_at = new Date(Date.now() + 24 * 60 * 60 * 1000);
  const [used] = await db
    .insertInto("company_update_requests")
    .values([
      { company_id, quarter: "2029-Q2", expires_at, used_at: new Date() },
      { company_id, quarter: "2029-Q3", expires_at },
    ])
    .returning("id")
    .execute();
  const request_id = used?.id ?? null;
  const letter = await letterOf(request_id);
  await letterOf(null);
  const offer = "New shares at £2.48.";
  await buildUpdate(db, { company_id, quarter: "2029-Q2", request_id, letter_id: letter.id, offer });
  await buildUpdate(db, { company_id, quarter: "2029-Q3", author_id, published_at: null });
}
