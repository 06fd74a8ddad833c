import { closingBoardSchema, closingMemberListSchema, closingQuerySchema, nudgedSchema } from "#shared/funds/funds.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { listClosingMembers, readClosingBoard } from "./closing-queries.ts";
import { nudgeMembers } from "./nudge-members.ts";

const route = routesOf("Funds");

const read = route("get", "/deals/{id}/closing", {
  name: "getClosing",
  summary: "What was called, what has arrived and where it goes: counts and sums that have to agree",
  audience: "admin",
  params: idParameter,
  answer: closingBoardSchema,
});

const members = route("get", "/deals/{id}/closing/members", {
  name: "listClosingMembers",
  summary: "Who takes part, by their number, with what they owe and what has arrived",
  audience: "admin",
  params: idParameter,
  query: closingQuerySchema,
  answer: closingMemberListSchema,
});

const nudge = route("post", "/deals/{id}/nudge", {
  name: "sendReminders",
  summary: "Remind everybody who has something to do, once a day",
  audience: "admin",
  params: idParameter,
  answer: nudgedSchema,
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
