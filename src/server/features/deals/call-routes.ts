import { z } from "@hono/zod-openapi";
import { callCancelSchema, callInputSchema, callUpdateSchema, deskCallListSchema } from "#shared/deals/deal-calls.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { listDeskCalls } from "./call-queries.ts";
import { cancelCall, changeCall, planCall } from "./change-call.ts";
import { findDeal } from "./deal-queries.ts";

const route = routesOf("Deals");

const params = idParameter.extend({ call_id: z.uuid() });

const list = route("get", "/deals/{id}/calls", {
  name: "listDealCalls",
  summary: "Calls with the founders of a deal, by their time, with who asked for them and who joined",
  audience: "admin",
  carriesCodes: true,
  params: idParameter,
  answer: deskCallListSchema,
});

const plan = route("post", "/deals/{id}/calls", {
  name: "createDealCall",
  summary: "Plan a call; members ask for it themselves",
  audience: "admin",
  params: idParameter,
  body: callInputSchema,
  status: 201,
  answer: deskCallListSchema,
  refuses: ["deal_not_open"],
});

const change = route("put", "/deals/{id}/calls/{call_id}", {
  name: "changeDealCall",
  summary: "Change a call; who asked for it is told of another time",
  audience: "admin",
  params,
  body: callUpdateSchema,
  answer: deskCallListSchema,
  refuses: ["call_closed", "revision_conflict"],
});

const cancel = route("post", "/deals/{id}/calls/{call_id}/cancel", {
  name: "cancelDealCall",
  summary: "Cancel a call; who asked for it is told",
  audience: "admin",
  params,
  body: callCancelSchema,
  answer: deskCallListSchema,
  refuses: ["call_closed", "revision_conflict"],
});

export const dealCallRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const db = dependencies.readAs(actor);
    const { id } = c.req.valid("param");
    if (!(await findDeal(db, id))) throw notFound("deal");
    return c.json({ items: await listDeskCalls(db, id) }, 200);
  })
  .openapi(plan, async (c) => c.json(await planCall(c.var, c.req.valid("param").id, c.req.valid("json")), 201))
  .openapi(change, async (c) => c.json(await changeCall(c.var, c.req.valid("param"), c.req.valid("json")), 200))
  .openapi(cancel, async (c) => c.json(await cancelCall(c.var, c.req.valid("param"), c.req.valid("json")), 200));
