import type { Transaction } from "kysely";
import type { z } from "zod";
import type { documentUploadQuerySchema } from "#shared/deals/deal-room.ts";
import { maximumRoomFileBytes, dealRoomMessages as messages, roomFileTypes } from "#shared/deals/deal-room-messages.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { Content, FileKind } from "../../../platform/files/inspect-content.ts";
import { withNewFile } from "../../../platform/files/with-new-file.ts";
import { HttpError, notFound } from "../../../platform/http/http-error.ts";
import { dealPolicy } from "../policy.ts";
import { findInRoom, getDocument, isBeingReplaced, listRoom } from "../room-queries.ts";
import { lockDeal } from "../set-terms.ts";

const documentFile: FileKind = {
  name: "deal_document",
  maximumBytes: maximumRoomFileBytes,
  mediaTypes: roomFileTypes,
  // The job that draws its pages says it.
  arePdfsKnownToOpen: true,
};

type Upload = z.output<typeof documentUploadQuerySchema>;

/** Checked by a job, which also draws its pages. @throws HttpError 409 for a deal that is over and a replaced document. */
export async function addDocument(caller: Caller, dealId: string, upload: Upload, content: Content) {
  const { dependencies, actor } = caller;
  // Before the file is read, and again with it.
  await dependencies.asActor(actor, (tx) => getPlace(tx, caller, dealId, upload));
  return withNewFile(dependencies.files, { content, kind: documentFile }, ({ id: file_id, media_type, sha256 }) =>
    dependencies.asActor(actor, async (tx, effects) => {
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
export const removeDocument = (caller: Caller, dealId: string, id: string) =>
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

/** Until the end of the transaction. @throws HttpError 409 once the deal is over. */
async function lockRoom(tx: Transaction<DB>, { actor }: Caller, dealId: string): Promise<void> {
  const { state } = await lockDeal(tx, dealId);
  if (!dealPolicy(actor, { state }).fill_room) throw new HttpError("deal_not_open", messages.tooLate);
}
