import { createRoute, type RouteHandler } from "@hono/zod-openapi";
import { deletionRequestListSchema } from "#shared/deletion-requests.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import { openTo } from "../../auth/guard.ts";
import type { Environment } from "../../context.ts";
import { userIdParameter } from "../../platform/http/parameters.ts";
import { pageWithCan } from "../../platform/http/policy.ts";
import { responses, statusSchema } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { deleteRequestedAccount } from "./delete-requested-account.ts";
import { deletionRequestPolicy } from "./policy.ts";
import { listDeletionRequests } from "./queries.ts";

const path = "/deletion-requests";

const list = createRoute({
  method: "get",
  path,
  summary: "Who asked for deletion, the first that is due first",
  ...openTo("admin"),
  request: { query: pageQuerySchema },
  responses: responses(200, deletionRequestListSchema, "A page of requests"),
});

const execute = createRoute({
  method: "post",
  path: `${path}/{user_id}/execute`,
  summary: "Delete the account of somebody who asked for it",
  ...openTo("admin"),
  request: { params: userIdParameter },
  responses: responses(200, statusSchema, "Deleted; 409 own_request for one's own"),
});

const carryOut = createRoute({
  ...execute,
  path: `${path}/{user_id}/carry-out`,
  summary: "The former path of execute",
  deprecated: true,
});

const deleteAccount: RouteHandler<typeof execute | typeof carryOut, Environment> = async (c) => {
  await deleteRequestedAccount(c.var, c.req.valid("param").user_id);
  return c.json({ status: true }, 200);
};

export const deletionRequestRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const page = await dependencies.asActor(actor, (tx) => listDeletionRequests(tx, c.req.valid("query")));
    return c.json(pageWithCan(deletionRequestPolicy, actor, page), 200);
  })
  .openapi(execute, deleteAccount)
  .openapi(carryOut, deleteAccount);
