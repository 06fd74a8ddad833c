import { createRoute } from "@hono/zod-openapi";
import { closingBoardSchema, closingMemberListSchema, closingQuerySchema, nudgedSchema } from "#shared/funds.ts";
import { openTo } from "../../../auth/guard.ts";
import { idParameter, responses } from "../../../platform/http/responses.ts";
import { createRouter } from "../../../router.ts";
import { listClosingMembers, readClosingBoard } from "./closing-queries.ts";
import { nudgeMembers } from "./nudge-members.ts";

const path = "/deals/{id}";

const read = createRoute({
  method: "get",
  path: `${path}/closing`,
  summary: "What was called, what has arrived and where it goes: counts and sums that have to agree",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: responses(200, closingBoardSchema, "The closing board"),
});

const members = createRoute({
  method: "get",
  path: `${path}/closing/members`,
  summary: "Who takes part, by their number, with what they owe and what has arrived",
  ...openTo("admin"),
  request: { params: idParameter, query: closingQuerySchema },
  responses: responses(200, closingMemberListSchema, "A page of members"),
});

const nudge = createRoute({
  method: "post",
  path: `${path}/nudge`,
  summary: "Remind everybody who has something to do, once a day",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: responses(200, nudgedSchema, "How many were reminded"),
});

export const closingRoutes = createRouter()
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    return c.json(await readClosingBoard(dependencies.readAs(actor), actor, id, dependencies.now()), 200);
  })
  .openapi(members, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    const page = c.req.valid("query");
    return c.json(await listClosingMembers(dependencies.readAs(actor), actor, id, page, dependencies.now()), 200);
  })
  .openapi(nudge, async (c) => c.json(await nudgeMembers(c.var, c.req.valid("param").id), 200));
