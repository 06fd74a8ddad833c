import { type Kysely, sql } from "kysely";
import { interestLevels } from "#shared/deals/deal-messages.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { keysetPage } from "../../platform/http/keyset-page.ts";

const levelsFirst = [
  { name: "place", type: "integer", direction: "asc" },
  { name: "updated_at", type: "timestamptz", direction: "desc" },
  { name: "id", type: "uuid", direction: "desc" },
] as const;

/** By level, latest first. A sealed record has no name; the view is read per row: a join would evaluate it for every record. */
export async function listInterests(
  db: Kysely<DB>,
  dealId: string,
  page: { limit: number; cursor?: string | undefined },
) {
  const interests = db.selectFrom((outer) =>
    outer
      .selectFrom("deal_interests")
      .select(["id", "record_id", "level", "amount_pence", "reason", "updated_at"])
      .select(sql<number>`array_position(${interestLevels}::text[], level)`.as("place"))
      .where("deal_id", "=", dealId)
      .as("i"),
  );
  const found = interests
    .select(["i.id", "i.level", "i.amount_pence", "i.reason", "i.updated_at", "i.place"])
    .select(
      sql<
        string | null
      >`(select coalesce(r.full_name, r.email) from investor_record_list r where r.id = i.record_id limit 1)`.as(
        "full_name",
      ),
    );
  const { items, next_cursor } = await keysetPage(found, levelsFirst, page);
  return { items: items.map(({ place: _place, ...interest }) => interest), next_cursor };
}

/** How many there are of each level, and the amounts that were named, added up. */
export const sumInterests = (db: Kysely<DB>, dealId: string) =>
  db
    .selectFrom("deal_interests")
    .select(({ fn }) => ["level", fn.countAll<number>().as("count")])
    .select(sql<number>`coalesce(sum(amount_pence), 0)::bigint`.as("amount_pence"))
    .where("deal_id", "=", dealId)
    .groupBy("level")
    .orderBy(sql`array_position(${interestLevels}::text[], level)`)
    .execute();
