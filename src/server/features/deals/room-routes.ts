import type { Transaction } from "kysely";
import type { z } from "zod";
import {
  documentUploadQuerySchema,
  openedDocumentSchema,
  openingListSchema,
  openingQuerySchema,
  ownOpeningsSchema,
  roomDocumentSchema,
  roomSchema,
} from "#shared/deals/deal-room.ts";
import { maximumRoomFileBytes, dealRoomMessages as messages, roomFileTypes } from "#shared/deals/deal-room-messages.ts";
import { fileMessages } from "#shared/errors.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Content, FileKind } from "../../platform/files/inspect-content.ts";
import { withNewFile } from "../../platform/files/with-new-file.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { dealPolicy } from "./deal-queries.ts";
import { isReadable } from "./open-queries.ts";
import { createPartRoutes, documentParameters, type Read } from "./room/part-routes.ts";
import {
  findInRoom,
  getDealState,
  getDocument,
  isBeingReplaced,
  listOpenings,
  listOwnOpenings,
  listRoom,
  openDocument,
} from "./room-queries.ts";
import { lockDeal } from "./set-terms.ts";
import { whileOpen } from "./while-open.ts";

const documentFile: FileKind = {
  name: "deal_document",
  maximumBytes: maximumRoomFileBytes,
  mediaTypes: roomFileTypes,
  // The job that draws its pages says it.
  arePdfsKnownToOpen: true,
};

type Upload = z.output<typeof documentUploadQuerySchema>;

/** Checked by a job, which also draws its pages. @throws HttpError 409 for a deal that is over and a replaced document. */
async function addDocument(caller: Caller, dealId: string, upload: Upload, content: Content) {
  const { dependencies, actor } = caller;
  // Before the file is read, and again with it.
  await dependencies.asActor(actor, (tx) => getPlace(tx, caller, dealId, upload));
  return withNewFile(dependencies.files, { content, kind: documentFile }, ({ id: file_id, media_type, sha256 }) =>
    dependencies.asActor(actor, async (tx, effects) => {
      if (media_type !== "application/pdf" && upload.file_name.toLowerCase().endsWith(".pdf"))
        throw new HttpError("file_type_refused", fileMessages.noPdf);
      const place = await getPlace(tx, caller, dealId, upload);
      const { id } = await tx
        .insertInto("deal_documents")
        .values({
          ...place,
          deal_id: dealId,
          author_id: actor.userId,
          file_name: upload.file_name,
          file_id,
          // A PDF is read in the room alone.
          is_downloadable: upload.is_downloadable && media_type !== "application/pdf",
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      effects.audit("deal_document_added", dealId, { title: place.title, number: place.number, sha256 });
      effects.schedule("deal-documents", { document_id: id }, dependencies.now());
      const added = await findInRoom(tx, dealId, id);
      if (!added) throw notFound("document");
      return added;
    }),
  );
}

/** The next version leaves it out; twice changes nothing. */
const removeDocument = (caller: Caller, dealId: string, id: string) =>
  caller.dependencies.asActor(caller.actor, async (tx, effects) => {
    await lockRoom(tx, caller, dealId);
    const { title, number } = await getDocument(tx, dealId, id);
    const removed = await tx
      .updateTable("deal_documents")
      .set({ removed_at: caller.dependencies.now(), removed_by: caller.actor.userId })
      .where("id", "=", id)
      .where("removed_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    const sha256 = (await findInRoom(tx, dealId, id))?.sha256 ?? null;
    if (removed) effects.audit("deal_document_removed", dealId, { title, number, sha256 });
    return listRoom(tx, dealId);
  });

/** A document of its own, or the next file of one that is there. */
async function getPlace(tx: Transaction<DB>, caller: Caller, dealId: string, { title, replaces_id }: Upload) {
  await lockRoom(tx, caller, dealId);
  if (!replaces_id) return { title, number: 1, replaces_id: null };
  const replaced = await findInRoom(tx, dealId, replaces_id);
  if (!replaced) throw notFound("document");
  if (replaced.state === "checking") throw new HttpError("document_not_ready", messages.notReady);
  if (!replaced.is_current || (await isBeingReplaced(tx, replaces_id)))
    throw new HttpError("document_replaced", messages.replaced);
  return { title: replaced.title, number: replaced.number + 1, replaces_id };
}

/** Locks the room until the end of the transaction. @throws HttpError 409 once the deal is over. */
async function lockRoom(tx: Transaction<DB>, { actor }: Caller, dealId: string): Promise<void> {
  const { state } = await lockDeal(tx, dealId);
  if (!dealPolicy(actor, { state }).fill_room) throw new HttpError("deal_not_open", messages.tooLate);
}

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

const openDealsRoute = routesOf("Open deals");

const openDocumentPath = "/open-deals/{id}/documents/{document_id}";

const openAsReader = openDealsRoute("post", "/open-deals/{id}/documents/{document_id}/openings", {
  name: "openDocument",
  summary: "Open a document of a deal that is open or that one bought",
  audience: "reader",
  params: documentParameters,
  status: 201,
  answer: openedDocumentSchema,
});

const listOwn = openDealsRoute("get", "/open-deals/{id}/openings", {
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
  .openapi(openAsReader, async (c) => {
    const { id, document_id } = c.req.valid("param");
    const opened = await whileOpen(c.var, (tx) => openDocument(tx, id, document_id, "open_deal_document"));
    if (!opened) throw notFound("document");
    c.var.dependencies.watermarker.start();
    return c.json(opened, 201);
  })
  .route(
    "/",
    createPartRoutes({
      route: openDealsRoute,
      documentPath: openDocumentPath,
      name: "getDocument",
      audience: "reader",
      asReader,
    }),
  )
  .openapi(listOwn, async (c) => {
    const { id } = c.req.valid("param");
    const items = await whileOpen(c.var, async (tx) => {
      if (!(await isReadable(tx, id))) throw notFound("deal");
      return listOwnOpenings(tx, c.var.actor.userId ?? "", id);
    });
    return c.json({ items }, 200);
  });
