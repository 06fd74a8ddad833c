import { createRoute, z } from "@hono/zod-openapi";
import {
  bankFileListSchema,
  bankFilePreviewSchema,
  bankFileQuerySchema,
  bankFileSchema,
  bankLineListSchema,
  bankLineQuerySchema,
  bankLineSchema,
  bankMappingInputSchema,
  bankMappingListSchema,
  confirmedLinesSchema,
  confirmLinesSchema,
  matchInputSchema,
  unmatchInputSchema,
} from "#shared/funds.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import { openTo } from "../../../auth/guard.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import { keysetPage, newestFirst } from "../../../platform/http/keyset-page.ts";
import { idParameter, jsonBody, responses } from "../../../platform/http/responses.ts";
import { createRouter } from "../../../router.ts";
import { correctMapping, listMappings, saveMapping } from "./bank-mappings.ts";
import { confirmLines, matchLine, unmatchLine } from "./book-lines.ts";
import { bankFilesOf, importBankFile, previewBankFile } from "./import-bank-file.ts";
import { listBankLines } from "./line-queries.ts";

const filesPath = "/deals/{id}/bank-files";
const linePath = "/bank-lines/{id}";
const mappingsPath = "/bank-mappings";

const csv = { required: true, content: { "text/csv": { schema: z.string().meta({ format: "binary" }) } } } as const;

const importFile = createRoute({
  method: "post",
  path: filesPath,
  summary: "Read a bank's CSV file as the raw body; lines that are known are left out, and nothing is booked",
  ...openTo("admin"),
  request: {
    params: idParameter,
    query: bankFileQuerySchema,
    body: csv,
  },
  responses: responses(
    201,
    bankFileSchema,
    "The file; 409 file_already_imported, 422 unknown_bank_format, balance_gap, or invalid_body with the line",
  ),
});

const previewFile = createRoute({
  method: "post",
  path: `${filesPath}/preview`,
  summary: "Read a bank's CSV file as the raw body: the days, sums and left-out lines of it; nothing is kept",
  ...openTo("admin"),
  request: { params: idParameter, body: csv },
  responses: responses(
    200,
    bankFilePreviewSchema,
    "What an import would read; 422 unknown_bank_format, balance_gap, or invalid_body with the line",
  ),
});

const listFiles = createRoute({
  method: "get",
  path: filesPath,
  summary: "Files of the bank that were read, newest first",
  ...openTo("admin"),
  request: { params: idParameter, query: pageQuerySchema },
  responses: responses(200, bankFileListSchema, "A page of files"),
});

const listLines = createRoute({
  method: "get",
  path: "/deals/{id}/bank-lines",
  summary:
    "Lines of the bank: all that are not booked, by how sure it is what they are for, or a page of those that are",
  ...openTo("admin"),
  request: { params: idParameter, query: bankLineQuerySchema },
  responses: responses(200, bankLineListSchema, "The lines"),
});

const confirm = createRoute({
  method: "post",
  path: "/bank-lines/confirm",
  summary: "Book the lines that are still sure",
  ...openTo("admin"),
  request: { body: jsonBody(confirmLinesSchema) },
  responses: responses(
    200,
    confirmedLinesSchema,
    "What was booked; 409 already_posted where all were, ledger_mismatch while ledger and bank differ",
  ),
});

const match = createRoute({
  method: "post",
  path: `${linePath}/match`,
  summary: "Book a line by hand, in one part or several, with a reason",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(matchInputSchema) },
  responses: responses(200, bankLineSchema, "The line; 409 already_posted"),
});

const unmatch = createRoute({
  method: "post",
  path: `${linePath}/unmatch`,
  summary: "Take back what a part of a line was booked as, by a reversal in the ledger",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(unmatchInputSchema) },
  responses: responses(200, bankLineSchema, "The line; 409 payment_closed where its money is on its way out"),
});

const readMappings = createRoute({
  method: "get",
  path: mappingsPath,
  summary: "Columns that were saved for files of other banks, by name",
  ...openTo("admin"),
  responses: responses(200, bankMappingListSchema, "The mappings"),
});

const addMapping = createRoute({
  method: "post",
  path: mappingsPath,
  summary: "Save which column is which, for every file with this header",
  ...openTo("admin"),
  request: { body: jsonBody(bankMappingInputSchema) },
  responses: responses(201, bankMappingListSchema.shape.items.element, "The mapping; 409 where there is one"),
});

const changeMapping = createRoute({
  method: "put",
  path: `${mappingsPath}/{id}`,
  summary: "Correct which column is which, for the files that follow with this header",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(bankMappingInputSchema) },
  responses: responses(
    200,
    bankMappingListSchema.shape.items.element,
    "The mapping; 404 where it is of another header",
  ),
});

export const bankLineRoutes = createRouter()
  .openapi(importFile, async (c) => {
    const { id } = c.req.valid("param");
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    return c.json(await importBankFile(c.var, id, c.req.valid("query").name, bytes), 201);
  })
  .openapi(previewFile, async (c) => {
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    return c.json(await previewBankFile(c.var, c.req.valid("param").id, bytes), 200);
  })
  .openapi(listFiles, async (c) => {
    const { dependencies, actor } = c.var;
    const db = dependencies.readAs(actor);
    const { id } = c.req.valid("param");
    const deal = await db.selectFrom("deals").select("id").where("id", "=", id).executeTakeFirst();
    if (!deal) throw notFound("deal");
    return c.json(
      await keysetPage(bankFilesOf(db, id), newestFirst("f.imported_at", "f.id" as "id"), c.req.valid("query")),
      200,
    );
  })
  .openapi(listLines, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await listBankLines(dependencies.readAs(actor), c.req.valid("param").id, c.req.valid("query")), 200);
  })
  .openapi(confirm, async (c) => c.json(await confirmLines(c.var, c.req.valid("json").ids), 200))
  .openapi(match, async (c) => c.json(await matchLine(c.var, c.req.valid("param").id, c.req.valid("json")), 200))
  .openapi(unmatch, async (c) => c.json(await unmatchLine(c.var, c.req.valid("param").id, c.req.valid("json")), 200))
  .openapi(readMappings, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json({ items: await listMappings(dependencies.readAs(actor)) }, 200);
  })
  .openapi(addMapping, async (c) => c.json(await saveMapping(c.var, c.req.valid("json")), 201))
  .openapi(changeMapping, async (c) =>
    c.json(await correctMapping(c.var, c.req.valid("param").id, c.req.valid("json")), 200),
  );
