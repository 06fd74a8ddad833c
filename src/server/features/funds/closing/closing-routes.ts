import { sql } from "kysely";
import { closingBoardSchema, closingMemberListSchema, closingQuerySchema, nudgedSchema } from "#shared/funds/funds.ts";
import type { Caller } from "../../../context.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { listClosingMembers, readClosingBoard, readClosingSums } from "./closing-queries.ts";

const route = routesOf("Funds");

const read = route("get", "/deals/{id}/closing", {
  name: "getClosing",
  summary: "What was called, what has arrived and where it goes",
  audience: "admin",
  params: idParameter,
  answer: closingBoardSchema,
});

const members = route("get", "/deals/{id}/closing/members", {
  name: "listClosingMembers",
  summary: "Who takes part, what they owe and what has arrived",
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

/** A mail and a notice to each, who was not reminded on this day. */
const nudgeMembers = ({ dependencies, actor }: Caller, dealId: string): Promise<{ members: number }> =>
  dependencies.asActor(actor, async (tx, effects) => {
    await readClosingSums(tx, dealId);
    const { rows } = await sql<{ commitment_id: string; user_id: string }>`
      select commitment_id, user_id from nudge_members(${dealId})`.execute(tx);
    for (const { commitment_id, user_id } of rows) {
      effects.notify(user_id, "funds_nudge", commitment_id);
      effects.mail("funds-nudge", { commitment_id });
    }
    if (rows.length > 0) effects.audit("members_reminded", dealId, { members: rows.length });
    return { members: rows.length };
  });
