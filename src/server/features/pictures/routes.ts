import { createRoute, z } from "@hono/zod-openapi";
import { pictureTypes } from "#shared/picture-limits.ts";
import { picturePath } from "#shared/picture-path.ts";
import {
  pictureListQuerySchema,
  pictureListSchema,
  pictureUploadQuerySchema,
  uploadedPictureSchema,
} from "#shared/pictures.ts";
import { openTo } from "../../auth/guard.ts";
import { etagMatches } from "../../platform/http/etag.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/parameters.ts";
import { responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { findPicture, insertPicture, listPictures } from "./queries.ts";

const path = "/pictures";
const fileSchema = z.string().meta({ format: "binary" });

const upload = createRoute({
  method: "post",
  path,
  summary: "Upload a picture of one's own as the raw body; what a profile then takes is its `url`",
  ...openTo("member"),
  request: {
    query: pictureUploadQuerySchema,
    body: { required: true, content: Object.fromEntries(pictureTypes.map((type) => [type, { schema: fileSchema }])) },
  },
  responses: responses(
    201,
    uploadedPictureSchema,
    "The picture; 413 for more than 5 MiB, 422 for what is no picture, 503 while others are read",
  ),
});

const list = createRoute({
  method: "get",
  path,
  summary: "All uploaded pictures, by name",
  ...openTo("admin"),
  request: { query: pictureListQuerySchema },
  responses: responses(200, pictureListSchema, "A page of pictures, without their content"),
});

const read = createRoute({
  method: "get",
  path: `${path}/{id}`,
  summary: "A picture: for its owner, for admins, and for members where a visible profile uses it",
  ...openTo("member"),
  request: { params: idParameter },
  responses: {
    ...responses(200, fileSchema, "The picture"),
    200: { description: "The picture", content: { "image/webp": { schema: fileSchema } } },
  },
});

/** Its content never changes under its id; who may see it does, so a browser asks again after a day. */
const keptForADay = "private, max-age=86400, immutable";

export const pictureRoutes = createRouter()
  .openapi(upload, async (c) => {
    const { dependencies, actor } = c.var;
    const { name } = c.req.valid("query");
    const personId = actor.userId ?? "";
    const picture = await dependencies.pictureEncoder.encode(personId, async () => {
      await dependencies.limits.picturesPerPerson.take(personId);
      return c.req.arrayBuffer();
    });
    const stored = await dependencies.asActor(actor, async (tx, effects) => {
      const inserted = await insertPicture(tx, actor.userId, name, picture);
      effects.audit("picture_uploaded", actor.userId);
      return inserted;
    });
    return c.json({ ...stored, url: picturePath(stored.id) }, 201);
  })
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await dependencies.asActor(actor, (tx) => listPictures(tx, c.req.valid("query"))), 200);
  })
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    const picture = await dependencies.asActor(actor, (tx) => findPicture(tx, id));
    if (!picture) throw notFound("picture");
    const headers = { etag: `"${picture.sha256}"`, "cache-control": keptForADay };
    if (etagMatches(c, headers.etag)) return c.body(null, 304, headers) as never;
    // Named by its id: what its owner called the file is nobody else's to read.
    const disposition = `inline; filename="${id}.webp"`;
    const described = { ...headers, "content-type": picture.content_type, "content-disposition": disposition };
    return c.body(new Uint8Array(picture.content), 200, described);
  });
