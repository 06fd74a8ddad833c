import { createRoute, z } from "@hono/zod-openapi";
import { callCancelSchema, callInputSchema, callUpdateSchema, deskCallListSchema } from "#shared/deal-calls.ts";
import { openTo } from "../../auth/guard.ts";
import { carriesCodes } from "../../platform/http/compress-json.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter, jsonBody, responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { listDeskCalls } from "./call-queries.ts";
import { cancelCall, changeCall, planCall } from "./change-call.ts";
import { findDeal } from "./deal-queries.ts";

const path = "/deals/{id}/calls";
const params = idParameter.extend({ call_id: z.uuid() });
const changed = responses(
  200,
  deskCallListSchema,
  "The calls; 409 revision_conflict with the present one after another change, call_closed once over or cancelled",
);

const list = createRoute({
  method: "get",
  path,
  summary: "Calls with the founders of a deal, by their time, with who asked for them and who joined",
  ...openTo("admin"),
  ...carriesCodes,
  request: { params: idParameter },
  responses: responses(200, deskCallListSchema, "The calls"),
});

const plan = createRoute({
  method: "post",
  path,
  summary: "Plan a call; members ask for it themselves",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(callInputSchema) },
  responses: responses(
    201,
    deskCallListSchema,
    "The calls; 409 deal_not_open before the deal is prepared and once completed",
  ),
});

const change = createRoute({
  method: "put",
  path: `${path}/{call_id}`,
  summary: "Change a call; who asked for it is told of another time",
  ...openTo("admin"),
  request: { params, body: jsonBody(callUpdateSchema) },
  responses: changed,
});

const cancel = createRoute({
  method: "post",
  path: `${path}/{call_id}/cancel`,
  summary: "Cancel a call; who asked for it is told",
  ...openTo("admin"),
  request: { params, body: jsonBody(callCancelSchema) },
  responses: changed,
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
