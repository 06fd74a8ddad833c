import { openedDocumentSchema, ownOpeningsSchema } from "#shared/deals/deal-room.ts";
import type { Caller } from "../../context.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { isReadable } from "./open-queries.ts";
import { createPartRoutes } from "./room/part-routes.ts";
import { documentParameters, type Read } from "./room/send-part.ts";
import { listOwnOpenings, openDocument } from "./room-queries.ts";
import { whileOpen } from "./while-open.ts";

const route = routesOf("Open deals");

const documentPath = "/open-deals/{id}/documents/{document_id}";

const open = route("post", "/open-deals/{id}/documents/{document_id}/openings", {
  name: "openDocument",
  summary: "Open a document of a deal that is open or that one bought",
  audience: "reader",
  params: documentParameters,
  status: 201,
  answer: openedDocumentSchema,
});

const listOwn = route("get", "/open-deals/{id}/openings", {
  name: "listOwnOpenings",
  summary: "What one opened of a deal, at most 200",
  audience: "reader",
  params: idParameter,
  answer: ownOpeningsSchema,
});

const asReader =
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
  .route("/", createPartRoutes({ route, documentPath, name: "getDocument", audience: "reader", asReader }))
  .openapi(listOwn, async (c) => {
    const { id } = c.req.valid("param");
    const items = await whileOpen(c.var, async (tx) => {
      if (!(await isReadable(tx, id))) throw notFound("deal");
      return listOwnOpenings(tx, c.var.actor.userId ?? "", id);
    });
    return c.json({ items }, 200);
  });
