import { createRoute, type z } from "@hono/zod-openapi";
import { londonDate } from "#shared/london-time.ts";
import { ownReliefSchema, reliefRecordSchema } from "#shared/portfolio.ts";
import { portfolioMessages as messages } from "#shared/portfolio-messages.ts";
import { openTo } from "../../auth/guard.ts";
import type { Caller } from "../../context.ts";
import { notFound, refusedField } from "../../platform/http/http-error.ts";
import { idParameter, jsonBody, responses, statusSchema } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { deleteRelief, findLot, insertRelief } from "./portfolio-queries.ts";

const path = "/portfolio/me/reliefs";

const record = createRoute({
  method: "post",
  path,
  summary: "Record tax relief that one claimed for a lot; nobody else can see it",
  ...openTo("person"),
  request: { body: jsonBody(reliefRecordSchema) },
  responses: responses(201, ownReliefSchema, "The record; 422 for what the lot does not allow"),
});

const remove = createRoute({
  method: "delete",
  path: `${path}/{id}`,
  summary: "Remove a relief that one recorded",
  ...openTo("person"),
  request: { params: idParameter },
  responses: responses(200, statusSchema, "It is removed; 404 for none of one's own"),
});

// Without a row in the audit: admins read that.
export const reliefRoutes = createRouter()
  .openapi(record, async (c) => c.json(await recordOne(c.var, c.req.valid("json")), 201))
  .openapi(remove, async (c) => {
    const { dependencies, actor } = c.var;
    const removed = await dependencies.asActor(actor, (tx) => deleteRelief(tx, c.req.valid("param").id));
    if (!removed) throw notFound("relief");
    return c.json({ status: true }, 200);
  });

const recordOne = ({ dependencies, actor }: Caller, relief: z.output<typeof reliefRecordSchema>) =>
  dependencies.asActor(actor, async (tx) => {
    const lot = await findLot(tx, relief.lot_id);
    if (!lot) throw refusedField("lot_id", messages.notYours);
    if (relief.claimed_on > londonDate(dependencies.now()))
      throw refusedField("claimed_on", messages.notLaterThanToday);
    if (relief.claimed_on < lot.issued_on) throw refusedField("claimed_on", messages.beforeIssue(lot.issued_on));
    if (relief.pence > lot.cost_pence) throw refusedField("pence", messages.moreThanCost);
    if (relief.kind === "loss" && relief.is_carried_back)
      throw refusedField("is_carried_back", messages.onlyIncomeIsCarriedBack);
    return insertRelief(tx, lot, relief);
  });
