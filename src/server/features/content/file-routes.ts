import { contentFileQuerySchema, contentFileSchema } from "#shared/content/content.ts";
import { documentTypes, maximumDocumentBytes } from "#shared/content/content-messages.ts";
import { contentFilePath } from "#shared/content/rich-text-rules.ts";
import { pictureTypes } from "#shared/pictures/picture-rules.ts";
import { fileResponse } from "../../platform/files/file-response.ts";
import { attachment, inline } from "../../platform/http/content-disposition.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { findContentFile, storeContentFile } from "./files.ts";

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
