import { type Kysely, sql, type Transaction } from "kysely";
import type { z } from "zod";
import { unusedPictureHours } from "#shared/picture-limits.ts";
import type { pictureListQuerySchema } from "#shared/pictures.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { EncodedPicture } from "./encode-picture.ts";

export const insertPicture = (tx: Transaction<DB>, userId: string | null, name: string, picture: EncodedPicture) =>
  tx
    .insertInto("pictures")
    .values({ ...picture, name, user_id: userId ?? "" })
    .returning(["id", "width", "height", "size_bytes"])
    .executeTakeFirstOrThrow();

export const findPicture = (tx: Transaction<DB>, id: string) =>
  tx.selectFrom("pictures").select(["content", "content_type", "sha256"]).where("id", "=", id).executeTakeFirst();

const listColumns = [
  "pictures.id",
  "pictures.name",
  "pictures.user_id",
  "pictures.content_type",
  "pictures.width",
  "pictures.height",
  "pictures.size_bytes",
  "pictures.sha256",
  "pictures.created_at",
] as const;

export async function listPictures(tx: Transaction<DB>, query: z.infer<typeof pictureListQuerySchema>) {
  const items = await tx
    .selectFrom("pictures")
    .select(listColumns)
    // For the page alone: joined, PostgreSQL would put everybody's requests together first.
    .select((query) =>
      query
        .selectFrom("membership_requests")
        .select("email")
        .whereRef("membership_requests.user_id", "=", "pictures.user_id")
        .as("owner"),
    )
    .orderBy(`pictures.${query.sort}`, query.order)
    .orderBy("pictures.id", query.order)
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  const { total } = await tx
    .selectFrom("pictures")
    .select(sql<number>`count(*)::integer`.as("total"))
    .executeTakeFirstOrThrow();
  return { items, total };
}

/**
 * Removes, as the owner, pictures that nobody's profile or submission uses and that no form can be waiting to save.
 * @returns how many there were.
 */
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
