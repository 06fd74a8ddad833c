import { createRoute, z } from "@hono/zod-openapi";
import { picturePath, pictureTypes } from "#shared/picture-rules.ts";
import {
  pictureListQuerySchema,
  pictureListSchema,
  pictureUploadQuerySchema,
  uploadedPictureSchema,
} from "#shared/pictures.ts";
import { openTo } from "../../auth/guard.ts";
import { fileResponse } from "../../platform/files/file-response.ts";
import { withNewFile } from "../../platform/files/with-new-file.ts";
import { inline } from "../../platform/http/content-disposition.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter, responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { findPicture, insertPicture, listPictures, pictureFile } from "./queries.ts";

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

/** Content is immutable, visibility is not: revalidate daily. */
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
    const given = { content: [picture.content], kind: pictureFile, userId: personId };
    return withNewFile(dependencies.files, given, async (file) => {
      const stored = await dependencies.asActor(actor, (tx, effects) => {
        effects.audit("picture_uploaded", actor.userId);
        const { width, height } = picture;
        return insertPicture(tx, { user_id: personId, name, width, height, file_id: file.id });
      });
      return c.json({ ...stored, size_bytes: file.bytes, url: picturePath(stored.id) }, 201);
    });
  })
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await dependencies.asActor(actor, (tx) => listPictures(tx, c.req.valid("query"))), 200);
  })
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    const reader = dependencies.readAs(actor);
    const picture = await findPicture(reader, id);
    const file = picture && (await dependencies.files.open(reader, picture.file_id));
    if (!file) throw notFound("picture");
    // Named by its id: what its owner called the file is private.
    const headers = { "cache-control": keptForADay, "content-disposition": inline(`${id}.webp`) };
    return (await fileResponse(c, file, headers)) as never;
  });
