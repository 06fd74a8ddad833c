import { createRoute } from "@hono/zod-openapi";
import { sql, type Transaction } from "kysely";
import { type WaitingCounts, waitingCountsSchema } from "#shared/waiting-counts.ts";
import type { DB } from "../../db/database.generated.ts";
import { answers } from "../../http/answers.ts";
import { openTo } from "../../http/guard.ts";
import { createRouter } from "../../http/router.ts";

const read = createRoute({
  method: "get",
  path: "/waiting-counts",
  summary: "How many submissions, membership requests and invitations wait",
  ...openTo("admin"),
  responses: answers(200, waitingCountsSchema, "The counts"),
});

export const waitingCountRoutes = createRouter().openapi(read, async (c) => {
  const { dependencies, actor } = c.var;
  return c.json(await dependencies.asActor(actor, (tx) => countWaiting(tx, dependencies.now())), 200);
});

async function countWaiting(tx: Transaction<DB>, now: Date): Promise<WaitingCounts> {
  const { rows } = await sql<WaitingCounts>`select
    (select count(*)::int from member_profile_submissions where status = 'pending') as submissions,
    (select count(*)::int from membership_requests
      where status = 'pending' and not is_first_admin) as membership_requests,
    (select count(*)::int from invitations where used_at is null and expires_at > ${now}) as invitations`.execute(tx);
  const [counts] = rows;
  if (!counts) throw new Error("an aggregate always answers a row");
  return counts;
}
