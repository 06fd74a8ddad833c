import { maximumPictureBytes, pictureMessages, picturePath, pictureTypes } from "#shared/pictures/picture-rules.ts";
import {
  pictureListQuerySchema,
  pictureListSchema,
  pictureUploadQuerySchema,
  uploadedPictureSchema,
} from "#shared/pictures/pictures.ts";
import { fileResponse } from "../../platform/files/file-response.ts";
import { withNewFile } from "../../platform/files/with-new-file.ts";
import { inline } from "../../platform/http/content-disposition.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { findPicture, insertPicture, listPictures, pictureFile } from "./queries.ts";

const route = routesOf("Directory");

const upload = route("post", "/pictures", {
  name: "uploadPicture",
  summary: "Upload a picture of one's own",
  audience: "member",
  query: pictureUploadQuerySchema,
  upload: pictureTypes,
  limit: { bytes: maximumPictureBytes, message: pictureMessages.tooLarge },
  status: 201,
  answer: uploadedPictureSchema,
  refuses: [
    "file_infected",
    "file_type_refused",
    "picture_unreadable",
    "rate_limited",
    "files_unavailable",
    "pictures_busy",
  ],
});

const list = route("get", "/pictures", {
  name: "listPictures",
  summary: "All uploaded pictures, by name",
  audience: "admin",
  query: pictureListQuerySchema,
  answer: pictureListSchema,
});

const read = route("get", "/pictures/{id}", {
  name: "getPicture",
  summary: "A picture of a profile",
  audience: "member",
  key: "read",
  params: idParameter,
  file: "image/webp",
  refuses: ["range_not_satisfiable", "files_unavailable"],
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
