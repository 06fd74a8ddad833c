import { pageQuerySchema } from "#shared/lists.ts";
import {
  holdingColumnsQuerySchema,
  holdingFileQuerySchema,
  holdingImportDetailsSchema,
  holdingImportListSchema,
  holdingImportReasonSchema,
  holdingPreviewSchema,
} from "#shared/portfolio/holding-imports.ts";
import { holdingFileMessages, holdingImportLimits } from "#shared/portfolio/holding-imports-messages.ts";
import { fileResponse } from "../../../platform/files/file-response.ts";
import { attachment } from "../../../platform/http/content-disposition.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { confirmHoldings, proposeUndo, refuseHoldings, refuseUndo, undoHoldings } from "./decide-import.ts";
import { previewImport, proposeHoldings } from "./import-holdings.ts";
import { findImportFile, getImport, listImports } from "./import-queries.ts";

const route = routesOf("Valuations and exits");

const preview = route("post", "/holding-imports/preview", {
  name: "previewHoldingImport",
  summary: "Read a file of earlier holdings, with its faults",
  audience: "admin",
  query: holdingColumnsQuerySchema,
  upload: "text/csv",
  limit: { bytes: holdingImportLimits.bytes, message: holdingFileMessages.tooLarge },
  answer: holdingPreviewSchema,
  refuses: ["file_already_imported", "invalid_body"],
});

const propose = route("post", "/holding-imports", {
  name: "proposeHoldingImport",
  summary: "Propose the new lines of a CSV file of earlier holdings",
  audience: "admin",
  query: holdingFileQuerySchema,
  upload: "text/csv",
  limit: { bytes: holdingImportLimits.bytes, message: holdingFileMessages.tooLarge },
  status: 201,
  answer: holdingImportDetailsSchema,
  refuses: [
    "file_already_imported",
    "revision_conflict",
    "file_infected",
    "file_type_refused",
    "invalid_body",
    "files_unavailable",
  ],
});

const list = route("get", "/holding-imports", {
  name: "listHoldingImports",
  summary: "Files of earlier holdings and what became of them",
  audience: "admin",
  query: pageQuerySchema,
  answer: holdingImportListSchema,
});

const read = route("get", "/holding-imports/{id}", {
  name: "getHoldingImport",
  summary: "An import of earlier holdings, line by line",
  audience: "admin",
  params: idParameter,
  answer: holdingImportDetailsSchema,
});

const file = route("get", "/holding-imports/{id}/file", {
  name: "getHoldingImportFile",
  summary: "The file of an import, as it was uploaded",
  audience: "admin",
  params: idParameter,
  file: "text/csv",
  refuses: ["range_not_satisfiable", "files_unavailable"],
});

const confirm = route("post", "/holding-imports/{id}/confirm", {
  name: "confirmHoldingImport",
  summary: "Confirm an import that another admin proposed",
  audience: "admin",
  needsFreshSignIn: true,
  params: idParameter,
  answer: holdingImportDetailsSchema,
  refuses: ["second_person_required", "revision_conflict"],
});

const refuse = route("post", "/holding-imports/{id}/refuse", {
  name: "refuseHoldingImport",
  summary: "Refuse an import that waits, or take back one's own",
  audience: "admin",
  params: idParameter,
  body: holdingImportReasonSchema,
  answer: holdingImportDetailsSchema,
  refuses: ["revision_conflict"],
});

const startUndo = route("post", "/holding-imports/{id}/undo", {
  name: "proposeHoldingImportUndo",
  summary: "Propose to take an import back",
  audience: "admin",
  params: idParameter,
  body: holdingImportReasonSchema,
  answer: holdingImportDetailsSchema,
  refuses: ["revision_conflict"],
});

const confirmUndo = route("post", "/holding-imports/{id}/undo/confirm", {
  name: "confirmHoldingImportUndo",
  summary: "Take an import back, as another admin proposed",
  audience: "admin",
  needsFreshSignIn: true,
  params: idParameter,
  answer: holdingImportDetailsSchema,
  refuses: ["second_person_required", "revision_conflict"],
});

const endUndo = route("post", "/holding-imports/{id}/undo/refuse", {
  name: "refuseHoldingImportUndo",
  summary: "Keep an import that was to be taken back",
  audience: "admin",
  params: idParameter,
  body: holdingImportReasonSchema,
  answer: holdingImportDetailsSchema,
  refuses: ["revision_conflict"],
});

export const holdingImportRoutes = createRouter()
  .openapi(preview, async (c) => {
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    return c.json(await previewImport(c.var, bytes, c.req.valid("query").columns), 200);
  })
  .openapi(propose, async (c) => {
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    const { file_name, columns } = c.req.valid("query");
    return c.json(await proposeHoldings(c.var, file_name, bytes, columns), 201);
  })
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await listImports(dependencies.readAs(actor), actor, c.req.valid("query")), 200);
  })
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await getImport(dependencies.readAs(actor), actor, c.req.valid("param").id), 200);
  })
  .openapi(file, async (c) => {
    const { dependencies, actor } = c.var;
    const db = dependencies.readAs(actor);
    const found = await findImportFile(db, c.req.valid("param").id);
    const kept = found && (await dependencies.files.open(db, found.file_id));
    if (!kept) throw notFound("file");
    const headers = {
      "cache-control": "private, no-store",
      "content-disposition": attachment(nameOfCsv(found.file_name)),
    };
    return (await fileResponse(c, kept, headers)) as never;
  })
  .openapi(confirm, async (c) => c.json(await confirmHoldings(c.var, c.req.valid("param").id), 200))
  .openapi(refuse, async (c) =>
    c.json(await refuseHoldings(c.var, c.req.valid("param").id, c.req.valid("json").reason), 200),
  )
  .openapi(startUndo, async (c) =>
    c.json(await proposeUndo(c.var, c.req.valid("param").id, c.req.valid("json").reason), 200),
  )
  .openapi(confirmUndo, async (c) => c.json(await undoHoldings(c.var, c.req.valid("param").id), 200))
  .openapi(endUndo, async (c) =>
    c.json(await refuseUndo(c.var, c.req.valid("param").id, c.req.valid("json").reason), 200),
  );

/** The CSV that was read from a workbook is kept in its place. */
const nameOfCsv = (fileName: string): string => (/\.xls[xm]?$/i.test(fileName) ? `${fileName}.csv` : fileName);
