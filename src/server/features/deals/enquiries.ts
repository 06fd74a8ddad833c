import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { dealMessages as messages } from "#shared/deals/deal-messages.ts";
import { type EnquiryResult, enquiryInputSchema } from "#shared/deals/deals.ts";
import { describeEnquiryProblems, plainCompanyName, repeatsOf } from "#shared/deals/enquiry-problems.ts";
import { londonDate } from "#shared/london-time.ts";
import { pastDayProblem } from "#shared/typed-days.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { insertCompanies } from "./company-queries.ts";

type Enquiry = z.output<typeof enquiryInputSchema>;

/** @returns the ids of the deals, in this order. */
export async function addEnquiries(
  tx: Transaction<DB>,
  effects: Effects,
  enquiries: readonly Enquiry[],
  author_id: string | null,
): Promise<string[]> {
  const companies = await insertCompanies(
    tx,
    enquiries.map(({ round_name: _name, enquired_on: _day, note: _note, ...company }) => company),
  );
  const rounds = enquiries.map(({ round_name, enquired_on }, index) => ({
    company_id: companies[index]?.id ?? "",
    name: round_name,
    enquired_on,
  }));
  const deals = await tx.insertInto("deals").values(rounds).returning("id").execute();
  const notes = deals.flatMap(({ id }, index) => {
    const text = enquiries[index]?.note;
    return text ? [{ deal_id: id, author_id, text }] : [];
  });
  if (notes.length > 0) await tx.insertInto("deal_notes").values(notes).execute();
  for (const { id } of companies) effects.audit("company_added", id);
  for (const { id } of deals) effects.audit("deal_added", id);
  return deals.map(({ id }) => id);
}

type Item = EnquiryResult["items"][number];

/** All rows that can be added, or none. */
export function importEnquiries({ dependencies, actor }: Caller, rows: readonly unknown[]): Promise<EnquiryResult> {
  const today = londonDate(dependencies.now());
  const rules = enquiryInputSchema.superRefine(({ enquired_on: on }, context) => {
    const message = Number.isNaN(Date.parse(on)) ? undefined : pastDayProblem(on, today);
    if (message !== undefined) context.addIssue({ code: "custom", path: ["enquired_on"], message });
  });
  const parsed = rows.map((row) => rules.safeParse(row));
  return dependencies.asActor(actor, async (tx, effects) => {
    await takeTurn(tx);
    const { newcomers, repeated } = await findNewcomers(
      tx,
      parsed.flatMap(({ data }) => data ?? []),
    );
    if (newcomers.size > 0) {
      await addEnquiries(tx, effects, [...newcomers], actor.userId);
      effects.audit("enquiries_imported", null, { added: newcomers.size });
    }
    const items = parsed.map(({ data, error }, index): Item => {
      const row = index + 1;
      if (!data)
        return { row, name: nameIn(rows[index]), result: "refused", message: describeEnquiryProblems(error.issues) };
      if (newcomers.has(data)) return { row, name: data.name, result: "added", message: messages.enquiryAdded };
      const message = repeated.has(data) ? messages.enquiryTwice : messages.enquiryExists;
      return { row, name: data.name, result: "exists", message };
    });
    return { added: newcomers.size, items };
  });
}

/** Serialises concurrent imports: no company twice. */
const takeTurn = (tx: Transaction<DB>) =>
  sql`select pg_advisory_xact_lock(hashtextextended('enquiry-imports', 0))`.execute(tx);

/** Without companies whose name or number is there already; the repeated ones have that of a row before them. */
async function findNewcomers(tx: Transaction<DB>, enquiries: readonly Enquiry[]) {
  const known = await findKnown(tx, enquiries);
  const isRepeated = repeatsOf();
  const [newcomers, repeated] = [new Set<Enquiry>(), new Set<Enquiry>()];
  for (const [index, enquiry] of enquiries.entries()) {
    if (known.has(index)) continue;
    (isRepeated(enquiry) ? repeated : newcomers).add(enquiry);
  }
  return { newcomers, repeated };
}

/** @returns the places in the list. */
async function findKnown(tx: Transaction<DB>, enquiries: readonly Enquiry[]): Promise<Set<number>> {
  const names = enquiries.map(({ name }) => plainCompanyName(name));
  const numbers = enquiries.map(({ company_number }) => company_number);
  const { rows } = await sql<{ place: number }>`
    select given.place::int - 1 as place
      from unnest(${names}::text[], ${numbers}::text[]) with ordinality as given (name, number, place)
     where given.name in (select regexp_replace(lower(name), ' (limited|ltd\\.)$', ' ltd') from companies)
        or upper(given.number) in (select upper(company_number) from companies)`.execute(tx);
  return new Set(rows.map(({ place }) => place));
}

const nameIn = (row: unknown): string => {
  const name = (row as { name?: unknown } | null)?.name;
  return typeof name === "string" ? name.slice(0, 120) : "";
};
