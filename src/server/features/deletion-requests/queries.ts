import { sql, type Transaction } from "kysely";
import type { DeletionRequest } from "#shared/deletion-requests/deletion-requests.ts";
import { recordKeptUntil } from "#shared/investor-records/retain-until.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { keysetPage } from "../../platform/http/keyset-page.ts";

interface Given {
  page: { limit: number; cursor?: string | undefined };
  retentionYears: number;
  /** In London. */
  today: string;
}

/** With what each person would leave behind. */
export async function listDeletionRequests(tx: Transaction<DB>, { page, retentionYears, today }: Given) {
  const requests = tx
    .selectFrom("deletion_requests as d")
    // LIMIT stops PostgreSQL from evaluating the view for every row.
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom("audit_people")
          .select(["email", "full_name"])
          .whereRef("audit_people.id", "=", "d.user_id")
          .limit(1)
          .as("person"),
      (join) => join.onTrue(),
    )
    .select(["d.id", "d.user_id", "d.requested_at", "d.due_at", "person.email", "person.full_name"])
    .select([
      sql<boolean>`d.user_id in (select first_admin_ids())`.as("is_first_admin"),
      sql<number | null>`(
        with admins as (select user_id from user_roles where role = 'admin' and status = 'approved'
                        union select first_admin_ids())
        select count(*)::int - 1 from admins having bool_or(admins.user_id = d.user_id))`.as("admins_left"),
    ]);
  const { items, next_cursor } = await keysetPage(requests, firstDue, page);
  const ids = items.map(({ user_id }) => user_id);
  const found = await tx
    .selectFrom("account_belongings")
    .select(["user_id", "needed_until"])
    .select((columns) => [
      columns.ref("holdings").$castTo<DeletionRequest["holdings"]>().as("holdings"),
      columns.ref("commitments").$castTo<DeletionRequest["commitments"]>().as("commitments"),
    ])
    .where(sql<boolean>`user_id = any(${ids}::uuid[])`)
    .execute();
  const belongings = new Map(found.map((row) => [row.user_id, row]));
  return {
    items: items.map((item) => {
      const { holdings = [], commitments = [], needed_until = null } = belongings.get(item.user_id) ?? {};
      const kept_until = recordKeptUntil({ needed_until, holds_shares: holdings.length > 0 }, retentionYears, today);
      return { ...item, holdings, commitments, kept_until };
    }),
    next_cursor,
  };
}

const firstDue = [
  { name: "d.due_at", type: "timestamptz", direction: "asc" },
  { name: "d.id", type: "uuid", direction: "asc" },
] as const;
