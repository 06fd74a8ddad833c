import { createRoute, z } from "@hono/zod-openapi";
import { contentFileQuerySchema, contentFileSchema } from "#shared/content.ts";
import { documentTypes } from "#shared/content-messages.ts";
import { pictureTypes } from "#shared/picture-rules.ts";
import { contentFilePath } from "#shared/rich-text-rules.ts";
import { openTo } from "../../auth/guard.ts";
import { fileResponse } from "../../platform/files/file-response.ts";
import { attachment, inline } from "../../platform/http/content-disposition.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter, responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { findContentFile, storeContentFile } from "./files.ts";

const fileSchema = z.string().meta({ format: "binary" });
const contentOf = (types: readonly string[]) => Object.fromEntries(types.map((type) => [type, { schema: fileSchema }]));

const upload = createRoute({
  method: "post",
  path: "/files",
  summary: "Upload a picture or a document of an item as the raw body; its text then names the `url`",
  ...openTo("admin"),
  request: {
    query: contentFileQuerySchema,
    body: { required: true, content: contentOf([...pictureTypes, ...documentTypes]) },
  },
  responses: responses(201, contentFileSchema, "The file; 413 for too large a one, 422 for another type"),
});

const read = createRoute({
  method: "get",
  path: "/files/{id}",
  summary: "A file of published content, for whom it is published; any for admins",
  ...openTo("anyone"),
  request: { params: idParameter },
  responses: {
    ...responses(200, fileSchema, "The file"),
    200: { description: "The file", content: contentOf(["image/webp", ...documentTypes]) },
  },
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
