import {
  documentUploadQuerySchema,
  openedDocumentSchema,
  openingListSchema,
  openingQuerySchema,
  roomDocumentSchema,
  roomSchema,
} from "#shared/deals/deal-room.ts";
import { maximumRoomFileBytes, dealRoomMessages as messages, roomFileTypes } from "#shared/deals/deal-room-messages.ts";
import { fileMessages } from "#shared/errors.ts";
import type { Caller } from "../../context.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { addDocument, removeDocument } from "./room/fill-room.ts";
import { createPartRoutes } from "./room/part-routes.ts";
import { documentParameters, type Read } from "./room/send-part.ts";
import { getDealState, getDocument, listOpenings, listRoom, openDocument } from "./room-queries.ts";

const route = routesOf("Deals");

const documentPath = "/deals/{id}/documents/{document_id}";

const list = route("get", "/deals/{id}/room", {
  name: "getDealRoom",
  summary: "Every document of a deal that ever was there, by title",
  audience: "admin",
  params: idParameter,
  answer: roomSchema,
});

const add = route("post", "/deals/{id}/documents", {
  name: "addDealDocument",
  summary: "Add a document, or the next file of one",
  audience: "admin",
  params: idParameter,
  query: documentUploadQuerySchema,
  upload: roomFileTypes,
  limit: { bytes: maximumRoomFileBytes, message: fileMessages.tooLarge(25) },
  status: 201,
  answer: roomDocumentSchema,
  refuses: [
    "deal_not_open",
    "document_not_ready",
    "document_replaced",
    "file_infected",
    "file_type_refused",
    "files_unavailable",
  ],
});

const remove = route("post", "/deals/{id}/documents/{document_id}/remove", {
  name: "removeDealDocument",
  summary: "Leave a document out of the next version",
  audience: "admin",
  params: documentParameters,
  answer: roomSchema,
  refuses: ["deal_not_open"],
});

const openings = route("get", "/deals/{id}/openings", {
  name: "listDealOpenings",
  summary: "Who opened which document, when, and what of it was sent",
  audience: "admin",
  params: idParameter,
  query: openingQuerySchema,
  answer: openingListSchema,
});

const open = route("post", "/deals/{id}/documents/{document_id}/openings", {
  name: "openDealDocument",
  summary: "Open a document at the desk, which is recorded",
  audience: "admin",
  params: documentParameters,
  status: 201,
  answer: openedDocumentSchema,
  refuses: ["document_not_ready"],
});

const asAdmin =
  ({ dependencies, actor }: Caller): Read =>
  (work) =>
    dependencies.asActor(actor, work);

export const roomRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await listRoom(dependencies.readAs(actor), c.req.valid("param").id), 200);
  })
  .openapi(add, async (c) =>
    c.json(await addDocument(c.var, c.req.valid("param").id, c.req.valid("query"), c.req.raw.body ?? []), 201),
  )
  .openapi(remove, async (c) => {
    const { id, document_id } = c.req.valid("param");
    return c.json(await removeDocument(c.var, id, document_id), 200);
  })
  .openapi(openings, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    const reader = dependencies.readAs(actor);
    await getDealState(reader, id);
    return c.json(await listOpenings(reader, id, c.req.valid("query")), 200);
  })
  .openapi(open, async (c) => {
    const { dependencies, actor } = c.var;
    const { id, document_id } = c.req.valid("param");
    const opened = await dependencies.asActor(actor, async (tx) => {
      const { state } = await getDocument(tx, id, document_id);
      const refusal = state === "refused" ? messages.refused : messages.notReady;
      if (state !== "ready") throw new HttpError("document_not_ready", refusal);
      return openDocument(tx, id, document_id, "open_document_at_desk");
    });
    if (!opened) throw new HttpError("document_not_ready", messages.notReady);
    dependencies.watermarker.start();
    return c.json(opened, 201);
  })
  .route("/", createPartRoutes({ route, documentPath, name: "getDealDocument", audience: "admin", asReader: asAdmin }));
