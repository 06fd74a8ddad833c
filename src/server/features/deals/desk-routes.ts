import { createRoute } from "@hono/zod-openapi";
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
} from "#shared/deals.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import { londonDate } from "#shared/london-time.ts";
import { openTo } from "../../auth/guard.ts";
import { csvExport } from "../../platform/http/csv-stream.ts";
import { notFound, onlyPost } from "../../platform/http/http-error.ts";
import { csvResponses, idParameter, jsonBody, responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { addDeal } from "./change-deal.ts";
import { countDeals, findDeal, listDeals } from "./deal-queries.ts";
import { changeDeal, createDealReader, getDealRecord, toListedDeal } from "./deal-record.ts";
import { dealsCsv } from "./deals-csv.ts";
import { addEnquiries, importEnquiries } from "./enquiries.ts";
import { listInterests } from "./interest-queries.ts";

const path = "/deals";

const list = createRoute({
  method: "get",
  path,
  summary: "Deals in work, in one state or all, newest first",
  ...openTo("admin"),
  request: { query: dealQuerySchema },
  responses: responses(200, dealListSchema, "A page of deals"),
});

const count = createRoute({
  method: "get",
  path: `${path}/counts`,
  summary: "How many deals there are in each state, and how many enquiries wait too long for an answer",
  ...openTo("admin"),
  responses: responses(200, dealCountsSchema, "The counts"),
});

const download = createRoute({
  method: "post",
  path: `${path}.csv`,
  summary: "Deals as they are filtered, as a CSV file; it leaves a row in the audit",
  ...openTo("admin"),
  request: { query: dealFilterSchema },
  responses: csvResponses,
});

const addOne = createRoute({
  method: "post",
  path,
  summary: "Add a round of a company",
  ...openTo("admin"),
  request: { body: jsonBody(dealInputSchema) },
  responses: responses(201, dealRecordSchema, "The deal"),
});

const enquire = createRoute({
  method: "post",
  path: `${path}/enquiries`,
  summary: "Add an enquiry: a company and its round at once",
  ...openTo("admin"),
  request: { body: jsonBody(enquiryInputSchema) },
  responses: responses(201, dealRecordSchema, "The deal"),
});

const importMany = createRoute({
  method: "post",
  path: `${path}/enquiries/import`,
  summary: "Add many enquiries; a company whose name or number is there already is left as it is",
  ...openTo("admin"),
  request: { body: jsonBody(enquiriesInputSchema) },
  responses: responses(200, enquiryResultSchema, "A result per row"),
});

const read = createRoute({
  method: "get",
  path: `${path}/{id}`,
  summary: "All that is known of a deal",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: responses(200, dealRecordSchema, "The deal"),
});

const interests = createRoute({
  method: "get",
  path: `${path}/{id}/interests`,
  summary: "Who thinks what of a deal, by level",
  ...openTo("admin"),
  request: { params: idParameter, query: pageQuerySchema },
  responses: responses(200, dealInterestListSchema, "A page of interests"),
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
