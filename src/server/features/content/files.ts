import { type Kysely, sql } from "kysely";
import { type ContentKind, documentTypes, maximumDocumentBytes } from "#shared/content/content-messages.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { FileKind } from "../../platform/files/inspect-content.ts";
import type { PicturePurpose } from "../pictures/picture-worker-limits.ts";
import { getLocked } from "./get-content.ts";

const pictureKind: FileKind = { name: "content_picture", maximumBytes: 4 * 1024 * 1024, mediaTypes: ["image/webp"] };
const documentKind: FileKind = {
  name: "content_document",
  maximumBytes: maximumDocumentBytes,
  mediaTypes: documentTypes,
};

/** A picture is re-encoded, without its metadata; a document is stored unchanged. */
export async function storeContentFile(
  caller: Caller,
  { itemId, name, request }: { itemId: string; name: string; request: Request },
) {
  const { dependencies, actor } = caller;
  const { kind } = await dependencies.asActor(actor, (tx) => getLocked(tx, itemId));
  const { file, ...size } = await putFile(caller, request, isShownSmall(kind) ? "profile" : "content");
  try {
    return await dependencies.asActor(actor, async (tx, effects) => {
      const values = { item_id: itemId, file_id: file.id, name, created_by: actor.userId };
      await tx.insertInto("content_files").values(values).execute();
      effects.audit("content_file_uploaded", itemId);
      return { ...file, ...size };
    });
  } catch (error) {
    await dependencies.files.remove(file.id);
    throw error;
  }
}

/** A logo, or a portrait. */
const isShownSmall = (kind: ContentKind): boolean => kind === "company" || kind === "co_founder";

async function putFile({ dependencies, actor }: Caller, request: Request, purpose: PicturePurpose) {
  if (!request.headers.get("content-type")?.startsWith("image/")) {
    return { file: await dependencies.files.put(request.body ?? [], documentKind, null), width: null, height: null };
  }
  const readFile = () => request.arrayBuffer();
  const { content, width, height } = await dependencies.pictureEncoder.encode(actor.userId ?? "", readFile, purpose);
  return { file: await dependencies.files.put([content], pictureKind, null), width, height };
}

export const findContentFile = (reader: Kysely<DB>, fileId: string) =>
  reader.selectFrom("content_files").select("name").where("file_id", "=", fileId).executeTakeFirst();

/** A text that names the file may wait in a browser's tab, unsaved. */
const unusedDays = 7;

/** Removes files that no text of their item has ever named: earlier texts can be restored. */
export async function removeUnusedFiles(db: Kysely<DB>, now: Date): Promise<void> {
  const uploadedBefore = new Date(now.getTime() - unusedDays * 24 * 60 * 60 * 1000);
  await db
    .deleteFrom("content_files")
    .where("created_at", "<", uploadedBefore)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("content_item_revisions as r")
            .whereRef("r.item_id", "=", "content_files.item_id")
            .where(sql<boolean>`strpos(r.content::text, content_files.file_id::text) > 0`),
        ),
      ),
    )
    .execute();
}
