import { type Kysely, sql, type Transaction } from "kysely";
import type { z } from "zod";
import { companyKey } from "#shared/company-key.ts";
import { dealSchemeLabels, dealStateLabels, dealMessages as messages } from "#shared/deals/deal-messages.ts";
import {
  closingInputSchema,
  type DealFilterQuery,
  dealFilterSchema,
  dealInputSchema,
  dealInterestListSchema,
  dealListSchema,
  dealQuerySchema,
  dealRecordSchema,
  dealUpdateSchema,
  type EnquiryResult,
  enquiriesInputSchema,
  enquiryInputSchema,
  enquiryResultSchema,
  moveInputSchema,
  newTermsSchema,
  noteInputSchema,
} from "#shared/deals/deals.ts";
import { describeEnquiryProblems, repeatsOf } from "#shared/deals/enquiry-problems.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import { londonDate } from "#shared/london-time.ts";
import { plainPounds } from "#shared/pence.ts";
import { fileStem } from "#shared/slug.ts";
import { pastDayProblem } from "#shared/typed-days.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { attachment } from "../../platform/http/content-disposition.ts";
import { type CsvExport, csvExport } from "../../platform/http/csv-stream.ts";
import { notFound, onlyPost } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { runCommand } from "../../platform/http/run-command.ts";
import { refuseUnlessPast } from "../../platform/http/typed-days.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { listToldOfClosing } from "../commitments/queries.ts";
import { addDeal, addNote, moveDeal, saveDeal, withdrawCancelling } from "./change-deal.ts";
import { insertCompanies } from "./company-queries.ts";
import { findDeal, listDeals } from "./deal-queries.ts";
import { changeDeal, createDealReader, getDealRecord, listInterests, toListedDeal } from "./deal-record.ts";
import { dealEvidence } from "./evidence.ts";
import { setTerms } from "./set-terms.ts";

type Enquiry = z.output<typeof enquiryInputSchema>;

/** @returns the ids of the deals, in this order. */
async function addEnquiries(
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
function importEnquiries({ dependencies, actor }: Caller, rows: readonly unknown[]): Promise<EnquiryResult> {
  return dependencies.asActor(actor, async (tx, effects) => {
    await takeTurn(tx);
    const { newcomers, result } = await sortEnquiries(tx, rows, dependencies.now());
    if (newcomers.size > 0) {
      await addEnquiries(tx, effects, [...newcomers], actor.userId);
      effects.audit("enquiries_imported", null, { added: newcomers.size });
    }
    return result;
  });
}

/** Sorts rows into those that an import adds and the others, and tells what it says of each. */
async function sortEnquiries(db: Kysely<DB>, rows: readonly unknown[], now: Date) {
  const today = londonDate(now);
  const rules = enquiryInputSchema.superRefine(({ enquired_on: on }, context) => {
    const message = Number.isNaN(Date.parse(on)) ? undefined : pastDayProblem(on, today);
    if (message !== undefined) context.addIssue({ code: "custom", path: ["enquired_on"], message });
  });
  const parsed = rows.map((row) => rules.safeParse(row));
  const { newcomers, repeated } = await findNewcomers(
    db,
    parsed.flatMap(({ data }) => data ?? []),
  );
  const items = parsed.map(({ data, error }, index): Item => {
    const row = index + 1;
    if (!data)
      return { row, name: nameIn(rows[index]), result: "refused", message: describeEnquiryProblems(error.issues) };
    if (newcomers.has(data)) return { row, name: data.name, result: "added", message: messages.enquiryAdded };
    const message = repeated.has(data) ? messages.enquiryTwice : messages.enquiryExists;
    return { row, name: data.name, result: "exists", message };
  });
  return { newcomers, result: { added: newcomers.size, items } };
}

/** Serialises concurrent imports: no company twice. */
const takeTurn = (tx: Transaction<DB>) =>
  sql`select pg_advisory_xact_lock(hashtextextended('enquiry-imports', 0))`.execute(tx);

/** Leaves out companies whose name or number is there already; the repeated ones have that of a row before them. */
async function findNewcomers(db: Kysely<DB>, enquiries: readonly Enquiry[]) {
  const known = await findKnown(db, enquiries);
  const isRepeated = repeatsOf();
  const [newcomers, repeated] = [new Set<Enquiry>(), new Set<Enquiry>()];
  for (const [index, enquiry] of enquiries.entries()) {
    if (known.has(index)) continue;
    (isRepeated(enquiry) ? repeated : newcomers).add(enquiry);
  }
  return { newcomers, repeated };
}

/** @returns the places in the list. */
async function findKnown(db: Kysely<DB>, enquiries: readonly Enquiry[]): Promise<Set<number>> {
  const companies = await db.selectFrom("companies").select(["name", "company_number"]).execute();
  const names = new Set(companies.map(({ name }) => companyKey(name)));
  const numbers = new Set(companies.map(({ company_number }) => company_number?.toUpperCase()));
  const isKnown = ({ name, company_number }: Enquiry) =>
    names.has(companyKey(name)) || (company_number !== null && numbers.has(company_number.toUpperCase()));
  return new Set(enquiries.flatMap((enquiry, place) => (isKnown(enquiry) ? [place] : [])));
}

const nameIn = (row: unknown): string => {
  const name = (row as { name?: unknown } | null)?.name;
  return typeof name === "string" ? name.slice(0, 120) : "";
};

type Row = Awaited<ReturnType<typeof listDeals>>["items"][number];

/** The pipeline as it is filtered. @param today London date. */
const dealsCsv = (filter: DealFilterQuery, today: string): CsvExport<Row> => ({
  name: "deals",
  columns: [
    "Company",
    "What it does",
    "Round",
    "Stage",
    "Scheme",
    "Whole round (GBP)",
    "Who",
    "In stage since",
    "Enquired on",
    "Reply due",
    "Parked until",
    "Next",
    "Id",
  ],
  toRow: (row) => [
    row.company_name,
    row.one_line ?? "",
    row.name,
    dealStateLabels[row.state],
    row.scheme ? dealSchemeLabels[row.scheme] : "",
    row.round_total_pence === null ? "" : plainPounds(row.round_total_pence),
    row.owner_name ?? "",
    londonDate(row.state_since),
    row.enquired_on,
    row.state === "enquiry" ? row.reply_due_on : "",
    row.parked_until ?? "",
    row.next_step ?? "",
    row.id,
  ],
  list: (tx, page) => listDeals(tx, { ...filter, ...page }, today),
  audit: (effects) => effects.audit("deals_exported", null, { state: filter.state ?? null, words: filter.q ?? null }),
});

/** Earlier or later, at least a day ahead; members are told once another admin has announced the same time. @throws HttpError 409 for a deal that is not open and for a proposal that was not read, 422 that names the field. */
const announceClosing = (
  caller: Caller,
  id: string,
  { closes_at, reason, expected_proposal_id }: z.output<typeof closingInputSchema>,
) =>
  changeDeal(caller, async ({ tx, effects }) => {
    const done = await runCommand<"proposed" | "confirmed">(
      tx,
      sql`announce_closing(${id}, ${closes_at}, ${reason}, ${expected_proposal_id})`,
      "deal",
    );
    if (done === "proposed") {
      effects.audit("deal_closing_proposed", id, { closes_at });
      return id;
    }
    for (const { user_id, commitment_id } of await listToldOfClosing(tx, id)) {
      effects.mail("closing-announced", { user_id, deal_id: id, ...(commitment_id && { commitment_id }) });
      if (commitment_id) effects.notify(user_id, "commitment_closing", commitment_id);
      else effects.notify(user_id, "deal_closing", id);
    }
    effects.schedule("deal-clock", { deal_id: id }, new Date(closes_at));
    effects.audit("deal_closing_announced", id, { closes_at });
    return id;
  });

const route = routesOf("Deals");

const list = route("get", "/deals", {
  name: "listDeals",
  summary: "Deals in work, in one state or all",
  audience: "admin",
  key: "read",
  query: dealQuerySchema,
  answer: dealListSchema,
});

const download = route("post", "/deals.csv", {
  name: "exportDeals",
  summary: "Deals as they are filtered, as a CSV file",
  audience: "admin",
  query: dealFilterSchema,
  file: "text/csv",
});

const addOne = route("post", "/deals", {
  name: "createDeal",
  summary: "Add a round of a company",
  audience: "admin",
  body: dealInputSchema,
  status: 201,
  answer: dealRecordSchema,
  refuses: ["not_found"],
});

const enquire = route("post", "/deals/enquiries", {
  name: "addEnquiry",
  summary: "Add an enquiry: a company and its round at once",
  audience: "admin",
  key: "write",
  body: enquiryInputSchema,
  status: 201,
  answer: dealRecordSchema,
  refuses: ["not_found"],
});

const importMany = route("post", "/deals/enquiries/import", {
  name: "importEnquiries",
  summary: "Add many enquiries, of companies that are not there yet",
  audience: "admin",
  key: "write",
  body: enquiriesInputSchema,
  limit: { bytes: 2 * 1024 * 1024 },
  answer: enquiryResultSchema,
});

const previewMany = route("post", "/deals/enquiries/preview", {
  name: "previewEnquiries",
  summary: "What an import of these enquiries would add; it adds nothing",
  audience: "admin",
  key: "write",
  body: enquiriesInputSchema,
  limit: { bytes: 2 * 1024 * 1024 },
  answer: enquiryResultSchema,
});

const read = route("get", "/deals/{id}", {
  name: "getDeal",
  summary: "All that is known of a deal",
  audience: "admin",
  key: "read",
  params: idParameter,
  answer: dealRecordSchema,
});

const interests = route("get", "/deals/{id}/interests", {
  name: "listDealInterests",
  summary: "Who thinks what of a deal, by level",
  audience: "admin",
  params: idParameter,
  query: pageQuerySchema,
  answer: dealInterestListSchema,
});

const save = route("put", "/deals/{id}", {
  name: "saveDeal",
  summary: "Change a deal's name, owner, next step and page",
  audience: "admin",
  params: idParameter,
  body: dealUpdateSchema,
  answer: dealRecordSchema,
  refuses: ["revision_conflict"],
});

const move = route("post", "/deals/{id}/transitions", {
  name: "moveDeal",
  summary: "Move a deal by hand",
  audience: "admin",
  params: idParameter,
  body: moveInputSchema,
  answer: dealRecordSchema,
  refuses: ["payment_closed", "revision_conflict", "second_person_required"],
});

const withdraw = route("delete", "/deals/{id}/cancelling-proposal", {
  name: "withdrawDealCancelling",
  summary: "Take back one's own proposal to cancel a deal",
  audience: "admin",
  params: idParameter,
  answer: dealRecordSchema,
});

const announce = route("post", "/deals/{id}/closing-announcements", {
  name: "announceDealClosing",
  summary: "Propose another closing, or confirm it",
  audience: "admin",
  params: idParameter,
  body: closingInputSchema,
  status: 201,
  answer: dealRecordSchema,
  refuses: ["deal_not_open", "revision_conflict", "second_person_required"],
});

const note = route("post", "/deals/{id}/notes", {
  name: "addDealNote",
  summary: "Add a note, which only admins read",
  audience: "admin",
  params: idParameter,
  body: noteInputSchema,
  status: 201,
  answer: dealRecordSchema,
});

const set = route("post", "/deals/{id}/terms", {
  name: "setDealTerms",
  summary: "Set terms, as another version",
  audience: "admin",
  params: idParameter,
  body: newTermsSchema,
  status: 201,
  answer: dealRecordSchema,
  refuses: ["deal_not_open"],
});

const packEvidence = route("post", "/deals/{id}/evidence", {
  name: "packDealEvidence",
  summary: "What was shown of a deal, and to whom, as a ZIP file",
  audience: "admin",
  params: idParameter,
  file: "application/zip",
  refuses: ["files_unavailable"],
});

export const dealDeskRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const reader = await createDealReader(c.var);
    const { items, next_cursor } = await listDeals(dependencies.readAs(actor), c.req.valid("query"), reader.today);
    return c.json({ items: items.map((deal) => toListedDeal(reader, deal)), next_cursor }, 200);
  })
  .openapi(download, async (c) => {
    const today = londonDate(c.var.dependencies.now());
    return c.body(...(await csvExport(c.var, dealsCsv(c.req.valid("query"), today)))) as never;
  })
  .openapi(addOne, async (c) => c.json(await addDeal(c.var, c.req.valid("json")), 201))
  .openapi(enquire, async (c) => {
    const enquiry = c.req.valid("json");
    refuseUnlessPast("enquired_on", enquiry.enquired_on, c.var.dependencies.now());
    const deal = await changeDeal(c.var, async ({ tx, effects }) => {
      const [id = ""] = await addEnquiries(tx, effects, [enquiry], c.var.actor.userId);
      return id;
    });
    return c.json(deal, 201);
  })
  .openapi(importMany, async (c) => c.json(await importEnquiries(c.var, c.req.valid("json").items), 200))
  .openapi(previewMany, async (c) => {
    const { dependencies, actor } = c.var;
    const { items } = c.req.valid("json");
    const { result } = await sortEnquiries(dependencies.readAs(actor), items, dependencies.now());
    return c.json(result, 200);
  })
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const reader = await createDealReader(c.var);
    return c.json(await getDealRecord(dependencies.readAs(actor), reader, c.req.valid("param").id), 200);
  })
  .openapi(interests, async (c) => {
    const { dependencies, actor } = c.var;
    const db = dependencies.readAs(actor);
    const { id } = c.req.valid("param");
    if (!(await findDeal(db, id))) throw notFound("deal");
    return c.json(await listInterests(db, id, c.req.valid("query")), 200);
  })
  .openapi(save, async (c) => c.json(await saveDeal(c.var, c.req.valid("param").id, c.req.valid("json")), 200))
  .openapi(move, async (c) => c.json(await moveDeal(c.var, c.req.valid("param").id, c.req.valid("json")), 200))
  .openapi(withdraw, async (c) => c.json(await withdrawCancelling(c.var, c.req.valid("param").id), 200))
  .openapi(announce, async (c) =>
    c.json(await announceClosing(c.var, c.req.valid("param").id, c.req.valid("json")), 201),
  )
  .openapi(note, async (c) => c.json(await addNote(c.var, c.req.valid("param").id, c.req.valid("json").text), 201))
  .openapi(set, async (c) => c.json(await setTerms(c.var, c.req.valid("param").id, c.req.valid("json")), 201))
  .openapi(packEvidence, async (c) => {
    const { dependencies } = c.var;
    const { identity } = await dependencies.readClub();
    const body = await dealEvidence(c.var, c.req.valid("param").id);
    const name = `${fileStem(identity.name)}-evidence-${londonDate(dependencies.now())}.zip`;
    const headers = { "content-type": "application/zip", "content-disposition": attachment(name) };
    return c.body(body as ReadableStream, 200, headers) as never;
  });
dealDeskRoutes.get(download.path, onlyPost);
dealDeskRoutes.get(packEvidence.getRoutingPath(), onlyPost);
