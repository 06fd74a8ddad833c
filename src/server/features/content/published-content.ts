import type { Kysely } from "kysely";
import type { ContentOf } from "#shared/content/content.ts";
import type { ContentKind } from "#shared/content/content-messages.ts";
import type { DB } from "../../platform/db/database.generated.ts";

type Published<Kind extends ContentKind> = ContentOf<Kind> & {
  id: string;
  slug: string;
  is_example: boolean;
  published_at: Date;
};

export async function listPublished<Kind extends ContentKind>(
  reader: Kysely<DB>,
  kind: Kind,
): Promise<Published<Kind>[]> {
  const rows = await published(reader, kind).orderBy("position").orderBy("id").execute();
  return rows.map((row) => flattened<Kind>(row));
}

export async function findPublished<Kind extends ContentKind>(
  reader: Kysely<DB>,
  kind: Kind,
  slug: string,
): Promise<Published<Kind> | undefined> {
  const row = await published(reader, kind).where("slug", "=", slug).executeTakeFirst();
  return row && flattened<Kind>(row);
}

const published = (reader: Kysely<DB>, kind: ContentKind) =>
  reader
    .selectFrom("published_content")
    .select(["id", "slug", "is_example", "published_at", "content"])
    .where("kind", "=", kind);

const flattened = <Kind extends ContentKind>({ content, ...row }: { content: unknown }) =>
  ({ ...(content as ContentOf<Kind>), ...row }) as Published<Kind>;
