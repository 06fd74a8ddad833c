import {
  bankFileListSchema,
  bankFilePreviewSchema,
  bankFileQuerySchema,
  bankLineListSchema,
  bankLineQuerySchema,
  bankLineSchema,
  bankMappingInputSchema,
  bankMappingListSchema,
  confirmedLinesSchema,
  confirmLinesSchema,
  importedFileSchema,
  matchInputSchema,
  unmatchInputSchema,
} from "#shared/funds/funds.ts";
import { fundsMessages } from "#shared/funds/funds-messages.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { bankFileLimits } from "../bank-files/bank-file.ts";
import { correctMapping, listMappings, saveMapping } from "./bank-mappings.ts";
import { confirmLines, matchLine, unmatchLine } from "./book-lines.ts";
import { importBankFile, listBankFiles, previewBankFile, takeBackFile } from "./import-bank-file.ts";
import { listBankLines } from "./line-queries.ts";

const route = routesOf("Funds");

const importFile = route("post", "/deals/{id}/bank-files", {
  name: "importBankFile",
  summary: "Read a bank's CSV, OFX, camt.053 or MT940 file",
  audience: "admin",
  params: idParameter,
  query: bankFileQuerySchema,
  upload: "text/csv",
  limit: { bytes: bankFileLimits.bytes, message: fundsMessages.fileTooLarge },
  status: 201,
  answer: importedFileSchema,
  refuses: ["file_already_imported", "balance_gap", "unknown_bank_format"],
});

const previewFile = route("post", "/deals/{id}/bank-files/preview", {
  name: "previewBankFile",
  summary: "Read a bank's file: its days, sums and left-out lines",
  audience: "admin",
  params: idParameter,
  upload: "text/csv",
  limit: { bytes: bankFileLimits.bytes, message: fundsMessages.fileTooLarge },
  answer: bankFilePreviewSchema,
  refuses: ["balance_gap", "unknown_bank_format"],
});

const takeBack = route("post", "/bank-files/{id}/take-back", {
  name: "takeBackBankFile",
  summary: "Take back the newest file, of which no line is booked",
  audience: "admin",
  params: idParameter,
  status: 204,
  refuses: ["already_posted", "revision_conflict"],
});

const listFiles = route("get", "/deals/{id}/bank-files", {
  name: "listBankFiles",
  summary: "Files of the bank that were read",
  audience: "admin",
  params: idParameter,
  query: pageQuerySchema,
  answer: bankFileListSchema,
});

const listLines = route("get", "/deals/{id}/bank-lines", {
  name: "listBankLines",
  summary: "Lines of the bank, booked or not",
  audience: "admin",
  params: idParameter,
  query: bankLineQuerySchema,
  answer: bankLineListSchema,
});

const confirm = route("post", "/bank-lines/confirm", {
  name: "confirmBankLines",
  summary: "Book the lines that an import left, and that are still sure",
  audience: "admin",
  body: confirmLinesSchema,
  answer: confirmedLinesSchema,
  refuses: ["not_found", "already_posted", "second_person_required"],
});

const match = route("post", "/bank-lines/{id}/match", {
  name: "matchBankLine",
  summary: "Book a line by hand",
  audience: "admin",
  params: idParameter,
  body: matchInputSchema,
  answer: bankLineSchema,
  refuses: ["already_posted", "line_of_other_deal", "payment_closed", "second_person_required"],
});

const unmatch = route("post", "/bank-lines/{id}/unmatch", {
  name: "unmatchBankLine",
  summary: "Take back what a part of a line was booked as",
  audience: "admin",
  params: idParameter,
  body: unmatchInputSchema,
  answer: bankLineSchema,
  refuses: ["payment_closed", "second_person_required"],
});

const readMappings = route("get", "/bank-mappings", {
  name: "listBankMappings",
  summary: "Columns that were saved for files of other banks, by name",
  audience: "admin",
  answer: bankMappingListSchema,
});

const addMapping = route("post", "/bank-mappings", {
  name: "saveBankMapping",
  summary: "Save which column is which",
  audience: "admin",
  body: bankMappingInputSchema,
  status: 201,
  answer: bankMappingListSchema.shape.items.element,
  refuses: ["23505"],
});

const changeMapping = route("put", "/bank-mappings/{id}", {
  name: "correctBankMapping",
  summary: "Correct which column is which",
  audience: "admin",
  params: idParameter,
  body: bankMappingInputSchema,
  answer: bankMappingListSchema.shape.items.element,
  refuses: ["23505"],
});

export const bankLineRoutes = createRouter()
  .openapi(importFile, async (c) => {
    const { id } = c.req.valid("param");
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    return c.json(await importBankFile(c.var, id, c.req.valid("query"), bytes), 201);
  })
  .openapi(previewFile, async (c) => {
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    return c.json(await previewBankFile(c.var, c.req.valid("param").id, bytes), 200);
  })
  .openapi(takeBack, async (c) => {
    await takeBackFile(c.var, c.req.valid("param").id);
    return c.body(null, 204);
  })
  .openapi(listFiles, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(
      await listBankFiles(dependencies.readAs(actor), actor, c.req.valid("param").id, c.req.valid("query")),
      200,
    );
  })
  .openapi(listLines, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(
      await listBankLines(dependencies.readAs(actor), actor, c.req.valid("param").id, c.req.valid("query")),
      200,
    );
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
