import { type Insertable, type Kysely, type NotNull, sql, type Transaction } from "kysely";
import type { z } from "zod";
import { unusedPictureHours } from "#shared/pictures/picture-rules.ts";
import type { pictureListQuerySchema } from "#shared/pictures/pictures.ts";
import type { DB, Pictures } from "../../platform/db/database.generated.ts";
import type { FileKind } from "../../platform/files/inspect-content.ts";

export const pictureFile: FileKind = { name: "picture", maximumBytes: 1024 * 1024, mediaTypes: ["image/webp"] };

export const insertPicture = (tx: Transaction<DB>, picture: Insertable<Pictures>) =>
  tx.insertInto("pictures").values(picture).returning(["id", "width", "height"]).executeTakeFirstOrThrow();

export const findPicture = (db: Kysely<DB>, id: string) =>
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

export async function listPictures(tx: Transaction<DB>, query: z.infer<typeof pictureListQuerySchema>) {
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
