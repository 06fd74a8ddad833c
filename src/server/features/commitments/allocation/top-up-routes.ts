import { createRoute } from "@hono/zod-openapi";
import {
  ownAllocationSchema,
  topUpInputSchema,
  topUpListSchema,
  topUpSchema,
  topUpTakeSchema,
} from "#shared/commitments.ts";
import { openTo } from "../../../auth/guard.ts";
import { idParameter, jsonBody, responses } from "../../../platform/http/responses.ts";
import { createRouter } from "../../../router.ts";
import { closeTopUp, openTopUp, takeTopUp } from "./offer-top-up.ts";
import { listTopUps } from "./top-up-queries.ts";

const list = createRoute({
  method: "get",
  path: "/deals/{id}/top-ups",
  summary: "Offers of freed shares, newest first, with what was taken of them",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: responses(200, topUpListSchema, "The offers"),
});

const open = createRoute({
  method: "post",
  path: "/deals/{id}/top-ups",
  summary:
    "Offer freed shares to everybody whose wish is not filled, in proportion, and after a day to who comes first",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(topUpInputSchema) },
  responses: responses(
    201,
    topUpSchema,
    "The offer; 409 deal_not_open before the allocation is confirmed, top_up_closed while one is open and when nothing is free",
  ),
});

const end = createRoute({
  method: "post",
  path: "/top-ups/{id}/end",
  summary: "End an offer of freed shares",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: responses(200, topUpSchema, "The offer; 409 top_up_closed once it has ended"),
});

const take = createRoute({
  method: "post",
  path: "/commitments/{id}/top-up",
  summary: "Take freed shares for one's own commitment: of its own part at first, then of what is left",
  ...openTo("investor"),
  request: { params: idParameter, body: jsonBody(topUpTakeSchema) },
  responses: responses(200, ownAllocationSchema, "One's own allocation; 409 top_up_closed once the offer has ended"),
});

export const topUpRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json({ items: await listTopUps(dependencies.readAs(actor), c.req.valid("param").id) }, 200);
  })
  .openapi(open, async (c) => c.json(await openTopUp(c.var, c.req.valid("param").id), 201))
  .openapi(end, async (c) => c.json(await closeTopUp(c.var, c.req.valid("param").id), 200))
  .openapi(take, async (c) => c.json(await takeTopUp(c.var, c.req.valid("param").id, c.req.valid("json")), 200));
