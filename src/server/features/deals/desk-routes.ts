import {
  closingInputSchema,
  dealFilterSchema,
  dealInputSchema,
  dealInterestListSchema,
  dealListSchema,
  dealQuerySchema,
  dealRecordSchema,
  dealUpdateSchema,
  enquiriesInputSchema,
  enquiryInputSchema,
  enquiryResultSchema,
  moveInputSchema,
  newTermsSchema,
  noteInputSchema,
} from "#shared/deals/deals.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import { londonDate } from "#shared/london-time.ts";
import { fileStem } from "#shared/slug.ts";
import { attachment } from "../../platform/http/content-disposition.ts";
import { csvExport } from "../../platform/http/csv-stream.ts";
import { notFound, onlyPost } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { refuseUnlessPast } from "../../platform/http/typed-days.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { announceClosing } from "./announce-closing.ts";
import { addDeal, addNote, moveDeal, saveDeal } from "./change-deal.ts";
import { findDeal, listDeals } from "./deal-queries.ts";
import { changeDeal, createDealReader, getDealRecord, toListedDeal } from "./deal-record.ts";
import { dealsCsv } from "./deals-csv.ts";
import { addEnquiries, importEnquiries } from "./enquiries.ts";
import { dealEvidence } from "./evidence.ts";
import { listInterests } from "./interest-queries.ts";
import { setTerms } from "./set-terms.ts";

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
