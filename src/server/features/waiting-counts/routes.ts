import { type Kysely, sql } from "kysely";
import { toDoSchema, todaySchema } from "#shared/waiting-counts/to-do.ts";
import { type WaitingCounts, waitingCountsSchema } from "#shared/waiting-counts/waiting-counts.ts";
import { isUsableInvitation } from "../../auth/registration/usable-invitation.ts";
import type { RequestContext } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { listOthers, listToDo, readStart } from "./to-do.ts";
import { countToday, readToday } from "./today.ts";

const route = routesOf("Notices");

const count = route("get", "/waiting-counts", {
  name: "getWaitingCounts",
  summary: "How many of one's commitments wait for something",
  audience: "member",
  key: "read",
  answer: waitingCountsSchema,
});

const toDo = route("get", "/to-do", {
  name: "getToDo",
  summary: "What waits for oneself",
  audience: "member",
  answer: toDoSchema,
});

const today = route("get", "/today", {
  name: "getToday",
  summary: "What waits for an admin",
  audience: "admin",
  answer: todaySchema,
});

export const waitingCountRoutes = createRouter()
  .openapi(count, async (c) => {
    const { dependencies, actor } = c.var;
    const db = dependencies.readAs(actor);
    const investments = await countOwn(db);
    return c.json({ ...(actor.isAdmin ? await countWaiting(db, dependencies) : nothing), investments }, 200);
  })
  .openapi(toDo, async (c) => {
    const db = c.var.dependencies.readAs(c.var.actor);
    return c.json({ items: await listToDo(db), others: await listOthers(db), start: await readStart(db) }, 200);
  })
  .openapi(today, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await readToday(dependencies.readAs(actor), await givenBy(dependencies)), 200);
  });

type Given = Pick<RequestContext, "now" | "waitingKinds" | "readClub" | "isSampleClub">;

async function givenBy({ now, waitingKinds, readClub, isSampleClub }: Given) {
  const { deals } = await readClub();
  return { kinds: waitingKinds, now: now(), isEnabled: deals.is_enabled, isSampleClub };
}

type AdminCounts = Omit<WaitingCounts, "investments">;

const nothing: AdminCounts = {
  today: 0,
  enquiries: 0,
  deals: 0,
  companies: 0,
  money: 0,
  people: 0,
  membership_requests: 0,
  submissions: 0,
  statements: 0,
  deletion_requests: 0,
  introduction_reports: 0,
  settings: 0,
  setup: 0,
  invitations: 0,
  newsletter: 0,
};

async function countOwn(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from commitments c
    join investor_records r on r.id = c.record_id
    where r.user_id = app_user_id()
      and (c.state in ('needs_reconsent', 'called', 'part_paid')
           or exists (select from own_top_ups u where u.commitment_id = c.id and u.available_shares > 0))`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Each place's number is the sum of its rows, and of all places that of the rows. */
export async function countWaiting(db: Kysely<DB>, dependencies: Given): Promise<AdminCounts> {
  const rows = await countToday(db, await givenBy(dependencies));
  const counts = { ...nothing, ...(await countOthers(db, dependencies.now())), today: rows.length };
  for (const { place, count } of rows) counts[place] += count;
  return counts;
}

async function countOthers(db: Kysely<DB>, now: Date) {
  const { rows } = await sql<Pick<WaitingCounts, "invitations" | "newsletter">>`select
    (select count(*)::int from invitations where ${isUsableInvitation(now)}) as invitations,
    (select count(*)::int from newsletter_subscriptions) as newsletter`.execute(db);
  return rows[0];
}
