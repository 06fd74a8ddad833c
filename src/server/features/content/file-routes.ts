import { type Kysely, sql } from "kysely";
import { contentFileQuerySchema, contentFileSchema } from "#shared/content/content.ts";
import { type ContentKind, documentTypes, maximumDocumentBytes } from "#shared/content/content-messages.ts";
import { contentFilePath } from "#shared/content/rich-text-rules.ts";
import { pictureTypes } from "#shared/pictures/picture-rules.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { fileResponse } from "../../platform/files/file-response.ts";
import type { FileKind } from "../../platform/files/inspect-content.ts";
import { attachment, inline } from "../../platform/http/content-disposition.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import type { PicturePurpose } from "../pictures/picture-worker-limits.ts";
import { getLocked } from "./get-content.ts";

const route = routesOf("Content");
const publishedContentRoute = routesOf("Published content");

const upload = route("post", "/files", {
  name: "uploadFile",
  summary: "Upload a picture or a document of an item",
  audience: "admin",
  query: contentFileQuerySchema,
  upload: [...pictureTypes, ...documentTypes],
  limit: { bytes: maximumDocumentBytes },
  status: 201,
  answer: contentFileSchema,
  refuses: [
    "not_found",
    "file_infected",
    "file_type_refused",
    "picture_unreadable",
    "files_unavailable",
    "pictures_busy",
  ],
});

const read = publishedContentRoute("get", "/files/{id}", {
  name: "getFile",
  summary: "A file of published content, for whom it is published",
  audience: "anyone",
  params: idParameter,
  file: ["image/webp", ...documentTypes],
  refuses: ["range_not_satisfiable", "files_unavailable"],
});

/** What it shows never changes, who sees it may. */
const keptForAnHour = "private, max-age=3600, immutable";

const pictureKind: FileKind = { name: "content_picture", maximumBytes: 4 * 1024 * 1024, mediaTypes: ["image/webp"] };
const documentKind: FileKind = {
  name: "content_document",
  maximumBytes: maximumDocumentBytes,
  mediaTypes: documentTypes,
};

/** A picture is re-encoded, without its metadata; a document is stored unchanged. */
async function storeContentFile(
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

const findContentFile = (reader: Kysely<DB>, fileId: string) =>
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

export const contentFileRoutes = createRouter()
  .openapi(upload, async (c) => {
    const { content_id, name } = c.req.valid("query");
    const file = await storeContentFile(c.var, { itemId: content_id, name, request: c.req.raw });
    const { id, media_type, bytes, width, height } = file;
    return c.json({ id, name, media_type, bytes, width, height, url: contentFilePath(id) }, 201);
  })
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    const reader = dependencies.readAs(actor);
    const found = await findContentFile(reader, id);
    const file = found && (await dependencies.files.open(reader, id));
    if (!file) throw notFound("file");
    const disposition = file.media_type.startsWith("image/") ? inline : attachment;
    const headers = {
      "cache-control": keptForAnHour,
      "content-disposition": disposition(found.name),
    };
    return (await fileResponse(c, file, headers)) as never;
  });
