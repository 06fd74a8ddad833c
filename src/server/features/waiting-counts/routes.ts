import { type Kysely, sql } from "kysely";
import { type WaitingCounts, waitingCountsSchema } from "#shared/waiting-counts/waiting-counts.ts";
import { isUsableInvitation } from "../../auth/registration/usable-invitation.ts";
import type { RequestContext } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { countWhatWaits } from "./what-waits.ts";

const route = routesOf("Notices");

const read = route("get", "/waiting-counts", {
  name: "getWaitingCounts",
  summary: "How many of one's commitments wait for something",
  audience: "member",
  key: "read",
  answer: waitingCountsSchema,
});

export const waitingCountRoutes = createRouter().openapi(read, async (c) => {
  const { dependencies, actor } = c.var;
  const db = dependencies.readAs(actor);
  const investments = await countOwn(db);
  return c.json({ ...(actor.isAdmin ? await countWaiting(db, dependencies) : nothing), investments }, 200);
});

type AdminCounts = Omit<WaitingCounts, "investments">;

const nothing: AdminCounts = {
  submissions: 0,
  membership_requests: 0,
  invitations: 0,
  deletion_requests: 0,
  introduction_reports: 0,
  deal_desk: 0,
  statements: 0,
  newsletter: 0,
  setup: 0,
};

/** What the caller's own list of commitments says to do next. */
async function countOwn(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from commitments c
    join investor_records r on r.id = c.record_id
    where r.user_id = app_user_id()
      and (c.state in ('needs_reconsent', 'called', 'part_paid')
           or exists (select from own_top_ups u where u.commitment_id = c.id and u.available_shares > 0))`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function countWaiting(
  db: Kysely<DB>,
  { now, waitingKinds }: Pick<RequestContext, "now" | "waitingKinds">,
): Promise<AdminCounts> {
  return { ...nothing, ...(await countOthers(db, now())), ...(await countWhatWaits(db, waitingKinds)) };
}

/** What waits for its owner, and whether the club is set up. */
async function countOthers(db: Kysely<DB>, now: Date) {
  const { rows } = await sql<Pick<WaitingCounts, "invitations" | "newsletter" | "setup">>`select
    (select count(*)::int from invitations where ${isUsableInvitation(now)}) as invitations,
    (select count(*)::int from newsletter_subscriptions) as newsletter,
    (select count(*)::int from club_setup_state where state <> 'finished') as setup`.execute(db);
  return rows[0];
}
