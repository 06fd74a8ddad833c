import type { RouteHandler } from "@hono/zod-openapi";
import { dataRequestMessages } from "#shared/deletion-requests/deletion-request-messages.ts";
import { deletionRequestListSchema } from "#shared/deletion-requests/deletion-requests.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import { londonDate } from "#shared/london-time.ts";
import type { Caller, Environment } from "../../context.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { pageWithCan } from "../../platform/http/policy.ts";
import { statusSchema, userIdParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { deletionRequestPolicy } from "./policy.ts";
import { listDeletionRequests } from "./queries.ts";

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
