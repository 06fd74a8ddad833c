import { sql, type Transaction } from "kysely";
import type { InvitationState } from "#shared/invitations/invitation-messages.ts";
import type { InvitationQuery } from "#shared/invitations/invitations.ts";
import { personName } from "#shared/people/person-name.ts";
import { isUsableInvitation } from "../../auth/registration/usable-invitation.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { fromCursor, keysetPage, newestFirst } from "../../platform/http/keyset-page.ts";
import { invitationColumns } from "./queries.ts";

export async function listInvitations(tx: Transaction<DB>, { q, state, ...page }: InvitationQuery, now: Date) {
  const order = newestFirst("created_at");
  const [moment = null, id = null] = fromCursor(order, page.cursor) ?? [];
  const invitations = tx
    .selectFrom("invitations")
    .select(invitationColumns)
    .$if(Boolean(q), (query) =>
      query.where(
        sql<boolean>`id in (select find_invitations(${q}, ${state ?? null}, ${now}, ${moment}, ${id}, ${page.limit + 1}))`,
      ),
    )
    .$if(!q && state !== undefined, (query) => query.where(isIn(state ?? "unused", now)));
  const { items, next_cursor } = await keysetPage(invitations, order, page);
  return { items: await withPeople(tx, items), next_cursor };
}

function isIn(state: InvitationState, now: Date) {
  if (state === "used") return sql<boolean>`used_at is not null`;
  return state === "expired" ? sql<boolean>`used_at is null and expires_at <= ${now}` : isUsableInvitation(now);
}

/** Per page: a join would evaluate the view for every row. */
async function withPeople<Row extends { created_by: string | null; used_by: string | null }>(
  tx: Transaction<DB>,
  invitations: Row[],
) {
  const ids = invitations.flatMap(({ created_by, used_by }) => [created_by, used_by]).filter((id) => id !== null);
  const rows = await tx
    .selectFrom("membership_requests")
    .select(["user_id", "full_name", "email"])
    .where(sql<boolean>`user_id = any(${[...new Set(ids)]}::uuid[])`)
    .execute();
  const people = new Map(rows.map((row) => [row.user_id, row]));
  const find = (id: string | null) => (id === null ? undefined : people.get(id));
  return invitations.map((invitation) => {
    const creator = find(invitation.created_by);
    return {
      ...invitation,
      created_by_name: creator ? personName(creator) : null,
      used_by_name: find(invitation.used_by)?.full_name ?? null,
      used_by_email: find(invitation.used_by)?.email ?? null,
    };
  });
}
