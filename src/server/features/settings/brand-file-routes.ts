import { createRoute, z } from "@hono/zod-openapi";
import { brandFilePath, brandFileTypes } from "#shared/brand-file-rules.ts";
import { brandFileQuerySchema, uploadedBrandFileSchema } from "#shared/settings.ts";
import { openTo } from "../../auth/guard.ts";
import { fileResponse } from "../../platform/files/file-response.ts";
import { inline } from "../../platform/http/content-disposition.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter, responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { findBrandFile, storeBrandFile } from "./brand-files.ts";

const fileSchema = z.string().meta({ format: "binary" });

const upload = createRoute({
  method: "post",
  path: "/settings/brand/files",
  summary: "Upload a logo or an icon as the raw body; the setting `brand` then names its `id`",
  ...openTo("admin"),
  request: {
    query: brandFileQuerySchema,
    body: {
      required: true,
      content: Object.fromEntries(brandFileTypes.map((type) => [type, { schema: fileSchema }])),
    },
  },
  responses: responses(201, uploadedBrandFileSchema, "The file; 413 for more than 512 KiB, 422 for an unfit picture"),
});

const read = createRoute({
  method: "get",
  path: "/settings/brand/files/{id}",
  summary: "The logo, its preview or the icon that the club uses; any for admins",
  ...openTo("anyone"),
  request: { params: idParameter },
  responses: {
    ...responses(200, fileSchema, "The picture"),
    200: { description: "The picture", content: { "image/png": { schema: fileSchema } } },
  },
});

export const brandFileRoutes = createRouter()
  .openapi(upload, async (c) => {
    const file = await storeBrandFile(c.var, c.req.valid("query").role, c.req.raw);
    return c.json({ ...file, url: brandFilePath(file.id) }, 201);
  })
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    const reader = dependencies.readAs(actor);
    const found = await findBrandFile(reader, id);
    const file = found && (await dependencies.files.open(reader, id));
    if (!file) throw notFound("file");
    const visibility = actor.userId ? "private" : "public";
    const headers = {
      "cache-control": `${visibility}, max-age=3600`,
      "content-disposition": inline(`${found.role}.png`),
    };
    return (await fileResponse(c, file, headers)) as never;
  });
