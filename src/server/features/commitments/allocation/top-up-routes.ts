import {
  ownAllocationSchema,
  topUpInputSchema,
  topUpListSchema,
  topUpSchema,
  topUpTakeSchema,
} from "#shared/commitments/commitments.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { closeTopUp, openTopUp, takeTopUp } from "./offer-top-up.ts";
import { listTopUps } from "./top-up-queries.ts";

const route = routesOf("Commitments");

const list = route("get", "/deals/{id}/top-ups", {
  name: "listTopUps",
  summary: "Offers of freed shares, newest first, with what was taken of them",
  audience: "admin",
  params: idParameter,
  answer: topUpListSchema,
});

const open = route("post", "/deals/{id}/top-ups", {
  name: "openTopUp",
  summary:
    "Offer freed shares to everybody whose wish is not filled, in proportion, and after a day to who comes first",
  audience: "admin",
  params: idParameter,
  body: topUpInputSchema,
  status: 201,
  answer: topUpSchema,
  refuses: ["deal_not_open", "payment_closed", "top_up_closed"],
});

const end = route("post", "/top-ups/{id}/end", {
  name: "endTopUp",
  summary: "End an offer of freed shares",
  audience: "admin",
  params: idParameter,
  answer: topUpSchema,
  refuses: ["top_up_closed"],
});

const take = route("post", "/commitments/{id}/top-up", {
  name: "takeTopUp",
  summary: "Take freed shares for one's own commitment: of its own part at first, then of what is left",
  audience: "investor",
  params: idParameter,
  body: topUpTakeSchema,
  answer: ownAllocationSchema,
  refuses: ["payment_closed", "top_up_closed"],
});

export const topUpRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json({ items: await listTopUps(dependencies.readAs(actor), c.req.valid("param").id) }, 200);
  })
  .openapi(open, async (c) => c.json(await openTopUp(c.var, c.req.valid("param").id), 201))
  .openapi(end, async (c) => c.json(await closeTopUp(c.var, c.req.valid("param").id), 200))
  .openapi(take, async (c) => c.json(await takeTopUp(c.var, c.req.valid("param").id, c.req.valid("json")), 200));
