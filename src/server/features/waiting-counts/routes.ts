import { createRoute } from "@hono/zod-openapi";
import { type Kysely, sql } from "kysely";
import { type WaitingCounts, waitingCountsSchema } from "#shared/waiting-counts.ts";
import { openTo } from "../../auth/guard.ts";
import { isUsableInvitation } from "../../auth/registration/usable-invitation.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";

const read = createRoute({
  method: "get",
  path: "/waiting-counts",
  summary: "How many submissions, membership requests, invitations and questions wait",
  ...openTo("admin"),
  responses: responses(200, waitingCountsSchema, "The counts"),
});

export const waitingCountRoutes = createRouter().openapi(read, async (c) => {
  const { dependencies, actor } = c.var;
  return c.json(await countWaiting(dependencies.readAs(actor), dependencies.now()), 200);
});

export async function countWaiting(db: Kysely<DB>, now: Date): Promise<WaitingCounts> {
  const { rows } = await sql<WaitingCounts>`select
    (select count(*)::int from member_profile_submissions where status = 'pending') as submissions,
    count_membership_requests() as membership_requests,
    (select count(*)::int from invitations where ${isUsableInvitation(now)}) as invitations,
    (select count(*)::int from deletion_requests) as deletion_requests,
    count_waiting_questions() +
      (select count(*)::int from deal_version_list where is_waiting and author_id is distinct from app_user_id()) +
      (select count(*)::int from allocations where state = 'draft' and author_id is distinct from app_user_id()) +
      (select count(*)::int from collection_accounts
        where confirmed_at is null and replaced_at is null and entered_by is distinct from app_user_id()) +
      (select count(*)::int from outgoing_payments
        where state = 'proposed' and proposed_by is distinct from app_user_id()) as deal_desk,
    (select count(*)::int from statements where state = 'in_review') as statements,
    (select count(*)::int from newsletter_subscriptions) as newsletter,
    (select count(*)::int from club_setup_state where state <> 'finished') as setup`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error("an aggregate always answers a row");
  return counts;
}
