import { brandFilePath, brandFileTypes, maximumBrandFileBytes } from "#shared/settings/brand-file-rules.ts";
import { brandFileQuerySchema, uploadedBrandFileSchema } from "#shared/settings/settings.ts";
import { settingsMessages } from "#shared/settings/settings-messages.ts";
import { fileResponse } from "../../platform/files/file-response.ts";
import { inline } from "../../platform/http/content-disposition.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { findBrandFile, storeBrandFile } from "./brand-files.ts";

const route = routesOf("Club");
const publishedContentRoute = routesOf("Published content");

const upload = route("post", "/settings/brand/files", {
  name: "uploadBrandFile",
  summary: "Upload a logo or an icon",
  audience: "admin",
  query: brandFileQuerySchema,
  upload: brandFileTypes,
  limit: { bytes: maximumBrandFileBytes, message: settingsMessages.tooLargeFile },
  status: 201,
  answer: uploadedBrandFileSchema,
  refuses: [
    "file_infected",
    "file_type_refused",
    "picture_unreadable",
    "rate_limited",
    "files_unavailable",
    "pictures_busy",
  ],
});

const read = publishedContentRoute("get", "/settings/brand/files/{id}", {
  name: "getBrandFile",
  summary: "The logo, its preview or the icon that the club uses",
  audience: "anyone",
  params: idParameter,
  file: "image/png",
  refuses: ["range_not_satisfiable", "files_unavailable"],
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
