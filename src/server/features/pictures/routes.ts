import { type Insertable, type Kysely, type NotNull, sql, type Transaction } from "kysely";
import type { z } from "zod";
import {
  maximumPictureBytes,
  pictureMessages,
  picturePath,
  pictureTypes,
  unusedPictureHours,
} from "#shared/pictures/picture-rules.ts";
import {
  pictureListQuerySchema,
  pictureListSchema,
  pictureUploadQuerySchema,
  uploadedPictureSchema,
} from "#shared/pictures/pictures.ts";
import type { DB, Pictures } from "../../platform/db/database.generated.ts";
import { fileResponse } from "../../platform/files/file-response.ts";
import type { FileKind } from "../../platform/files/inspect-content.ts";
import { withNewFile } from "../../platform/files/with-new-file.ts";
import { inline } from "../../platform/http/content-disposition.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";

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

const pictureFile: FileKind = { name: "picture", maximumBytes: 1024 * 1024, mediaTypes: ["image/webp"] };

const insertPicture = (tx: Transaction<DB>, picture: Insertable<Pictures>) =>
  tx.insertInto("pictures").values(picture).returning(["id", "width", "height"]).executeTakeFirstOrThrow();

const findPicture = (db: Kysely<DB>, id: string) =>
  db.selectFrom("pictures").select("file_id").where("id", "=", id).executeTakeFirst();

const listColumns = [
  "pictures.id",
  "pictures.name",
  "pictures.user_id",
  "files.media_type as content_type",
  "pictures.width",
  "pictures.height",
  "files.bytes as size_bytes",
  "files.sha256",
  "pictures.created_at",
] as const;

const sortColumns = { name: "pictures.name", created_at: "pictures.created_at", size_bytes: "files.bytes" } as const;

async function listPictures(tx: Transaction<DB>, query: z.infer<typeof pictureListQuerySchema>) {
  const items = await tx
    .selectFrom("pictures")
    .innerJoin("files", "files.id", "pictures.file_id")
    .where("files.kind", "=", pictureFile.name)
    .select(listColumns)
    .$narrowType<{ content_type: NotNull; size_bytes: NotNull; sha256: NotNull }>()
    // Per page: a join would evaluate the view for every row.
    .select((query) =>
      query
        .selectFrom("membership_requests")
        .select("email")
        .whereRef("membership_requests.user_id", "=", "pictures.user_id")
        .as("owner"),
    )
    .orderBy(sortColumns[query.sort], query.order)
    .orderBy(query.sort === "size_bytes" ? "files.id" : "pictures.id", query.order)
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  const { total } = await tx
    .selectFrom("pictures")
    .select(sql<number>`count(*)::integer`.as("total"))
    .executeTakeFirstOrThrow();
  return { items, total };
}

/** Runs as the owner. @returns the number removed. */
export async function removeUnusedPictures(db: Kysely<DB>, now: Date): Promise<number> {
  const uploadedBefore = new Date(now.getTime() - unusedPictureHours * 60 * 60 * 1000);
  const { numDeletedRows } = await db
    .deleteFrom("pictures")
    .where("created_at", "<", uploadedBefore)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("member_profiles").whereRef("member_profiles.picture_id", "=", "pictures.id"))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("member_profile_submissions").whereRef(
            "member_profile_submissions.picture_id",
            "=",
            "pictures.id",
          ),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

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
