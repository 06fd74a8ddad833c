import type { RouteHandler } from "@hono/zod-openapi";
import { sql, type Transaction } from "kysely";
import { dataRequestMessages } from "#shared/deletion-requests/deletion-request-messages.ts";
import { type DeletionRequest, deletionRequestListSchema } from "#shared/deletion-requests/deletion-requests.ts";
import { recordKeptUntil } from "#shared/investor-records/retain-until.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import { londonDate } from "#shared/london-time.ts";
import type { Caller, Environment } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { keysetPage } from "../../platform/http/keyset-page.ts";
import { type Policy, pageWithCan } from "../../platform/http/policy.ts";
import { statusSchema, userIdParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";

interface Given {
  page: { limit: number; cursor?: string | undefined };
  retentionYears: number;
  /** The day is that of London. */
  today: string;
}

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

const route = routesOf("People");

const list = route("get", "/deletion-requests", {
  name: "listDeletionRequests",
  summary: "Who asked for deletion, the first that is due first",
  audience: "admin",
  query: pageQuerySchema,
  answer: deletionRequestListSchema,
});

const execute = route("post", "/deletion-requests/{user_id}/execute", {
  name: "executeDeletionRequest",
  summary: "Delete the account of somebody who asked for it",
  audience: "admin",
  params: userIdParameter,
  answer: statusSchema,
  refuses: ["own_request"],
});

const carryOut = route("post", "/deletion-requests/{user_id}/carry-out", {
  name: "carryOutDeletionRequest",
  summary: "The former path of execute",
  audience: "admin",
  params: userIdParameter,
  answer: statusSchema,
  refuses: ["own_request"],
});

const deleteAccount: RouteHandler<typeof execute | typeof carryOut, Environment> = async (c) => {
  await deleteRequestedAccount(c.var, c.req.valid("param").user_id);
  return c.json({ status: true }, 200);
};

export const deletionRequestPolicy: Policy<Pick<DeletionRequest, "user_id">, keyof DeletionRequest["can"]> = (
  actor,
  { user_id },
) => ({ execute: actor.isAdmin && actor.userId !== user_id });

export const deletionRequestRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const { deals } = await dependencies.readClub();
    const given = {
      page: c.req.valid("query"),
      retentionYears: deals.retention_years,
      today: londonDate(dependencies.now()),
    };
    const page = await dependencies.asActor(actor, (tx) => listDeletionRequests(tx, given));
    return c.json(pageWithCan(deletionRequestPolicy, actor, page), 200);
  })
  .openapi(execute, deleteAccount)
  .openapi(carryOut, deleteAccount);

/** @throws HttpError not_found, or own_request for one's own. */
async function deleteRequestedAccount({ dependencies, actor }: Caller, userId: string): Promise<void> {
  await dependencies.deleteAccount(userId, { actorId: actor.userId, reason: "requested" }, async (tx) => {
    const request = tx.selectFrom("deletion_requests").select("id").where("user_id", "=", userId);
    if (!(await request.executeTakeFirst())) throw notFound("deletion request");
    if (userId === actor.userId) throw new HttpError("own_request", dataRequestMessages.ownRequest);
    return true;
  });
}
