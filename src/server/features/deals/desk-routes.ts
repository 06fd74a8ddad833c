import {
  dealCountsSchema,
  dealFilterSchema,
  dealInputSchema,
  dealInterestListSchema,
  dealListSchema,
  dealQuerySchema,
  dealRecordSchema,
  enquiriesInputSchema,
  enquiryInputSchema,
  enquiryResultSchema,
} from "#shared/deals/deals.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import { londonDate } from "#shared/london-time.ts";
import { csvExport } from "../../platform/http/csv-stream.ts";
import { notFound, onlyPost } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { addDeal } from "./change-deal.ts";
import { countDeals, findDeal, listDeals } from "./deal-queries.ts";
import { changeDeal, createDealReader, getDealRecord, toListedDeal } from "./deal-record.ts";
import { dealsCsv } from "./deals-csv.ts";
import { addEnquiries, importEnquiries } from "./enquiries.ts";
import { listInterests } from "./interest-queries.ts";

const route = routesOf("Deals");

const list = route("get", "/deals", {
  name: "listDeals",
  summary: "Deals in work, in one state or all, newest first",
  audience: "admin",
  key: "read",
  query: dealQuerySchema,
  answer: dealListSchema,
});

const count = route("get", "/deals/counts", {
  name: "countDeals",
  summary: "How many deals there are in each state, and how many enquiries wait too long for an answer",
  audience: "admin",
  key: "read",
  answer: dealCountsSchema,
});

const download = route("post", "/deals.csv", {
  name: "exportDeals",
  summary: "Deals as they are filtered, as a CSV file; it leaves a row in the audit",
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
  summary: "Add many enquiries; a company whose name or number is there already is left as it is",
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

export const dealDeskRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const reader = await createDealReader(c.var);
    const { items, next_cursor } = await listDeals(dependencies.readAs(actor), c.req.valid("query"), reader.today);
    return c.json({ items: items.map((deal) => toListedDeal(reader, deal)), next_cursor }, 200);
  })
  .openapi(count, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await countDeals(dependencies.readAs(actor), londonDate(dependencies.now())), 200);
  })
  .openapi(download, async (c) => {
    const today = londonDate(c.var.dependencies.now());
    return c.body(...(await csvExport(c.var, dealsCsv(c.req.valid("query"), today)))) as never;
  })
  .openapi(addOne, async (c) => c.json(await addDeal(c.var, c.req.valid("json")), 201))
  .openapi(enquire, async (c) => {
    const enquiry = c.req.valid("json");
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
  });
dealDeskRoutes.get(download.path, onlyPost);
