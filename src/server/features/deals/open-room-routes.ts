import { createRoute } from "@hono/zod-openapi";
import { openedDocumentSchema, ownOpeningsSchema, pageTextSchema } from "#shared/deal-room.ts";
import { openTo } from "../../auth/guard.ts";
import type { Caller } from "../../context.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter, responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { isShown } from "./open-queries.ts";
import {
  documentParameters,
  fileResponses,
  openingQuery,
  pageParameters,
  pageResponses,
  type Read,
  readPageText,
  sendFile,
  sendPage,
} from "./room/send-part.ts";
import { listOwnOpenings, openDocument } from "./room-queries.ts";
import { whileOpen } from "./while-open.ts";

const path = "/open-deals/{id}";
const documentPath = `${path}/documents/{document_id}`;

const open = createRoute({
  method: "post",
  path: `${documentPath}/openings`,
  summary: "Open a document of a deal that is shown; it is recorded that one did",
  ...openTo("investor"),
  request: { params: documentParameters },
  responses: responses(201, openedDocumentSchema, "What to read"),
});

const page = createRoute({
  method: "get",
  path: `${documentPath}/pages/{number}`,
  summary: "A page of what one opened, as a picture with one's name across it; it is recorded that it was sent",
  ...openTo("investor"),
  request: { params: pageParameters, query: openingQuery },
  responses: pageResponses,
});

const pageText = createRoute({
  method: "get",
  path: `${documentPath}/pages/{number}/text`,
  summary: "What can be read on a page of what one opened, for whoever cannot see it; it is recorded that it was sent",
  ...openTo("investor"),
  request: { params: pageParameters, query: openingQuery },
  responses: responses(200, pageTextSchema, "The text"),
});

const file = createRoute({
  method: "get",
  path: `${documentPath}/file`,
  summary: "The file of what one opened, where it may be downloaded; never a PDF",
  ...openTo("investor"),
  request: { params: documentParameters, query: openingQuery },
  responses: fileResponses,
});

const listOwn = createRoute({
  method: "get",
  path: `${path}/openings`,
  summary: "What one opened of a deal and which pages were sent, newest first, at most 200",
  ...openTo("investor"),
  request: { params: idParameter },
  responses: responses(200, ownOpeningsSchema, "One's own openings"),
});

const asInvestor =
  (caller: Caller): Read =>
  (work) =>
    whileOpen(caller, work);

export const openRoomRoutes = createRouter()
  .openapi(open, async (c) => {
    const { id, document_id } = c.req.valid("param");
    const opened = await whileOpen(c.var, (tx) => openDocument(tx, id, document_id, "open_deal_document"));
    if (!opened) throw notFound("document");
    c.var.dependencies.watermarker.start();
    return c.json(opened, 201);
  })
  .openapi(
    page,
    async (c) => (await sendPage(c, asInvestor(c.var), { ...c.req.valid("param"), ...c.req.valid("query") })) as never,
  )
  .openapi(pageText, async (c) =>
    c.json(await readPageText(c, asInvestor(c.var), { ...c.req.valid("param"), ...c.req.valid("query") }), 200),
  )
  .openapi(
    file,
    async (c) => (await sendFile(c, asInvestor(c.var), { ...c.req.valid("param"), ...c.req.valid("query") })) as never,
  )
  .openapi(listOwn, async (c) => {
    const { id } = c.req.valid("param");
    const items = await whileOpen(c.var, async (tx) => {
      if (!(await isShown(tx, id))) throw notFound("deal");
      return listOwnOpenings(tx, c.var.actor.userId ?? "", id);
    });
    return c.json({ items }, 200);
  });
