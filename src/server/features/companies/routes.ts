import { createRoute } from "@hono/zod-openapi";
import { investmentListSchema, investmentSchema, toInvestment } from "#shared/companies.ts";
import { openTo } from "../../auth/guard.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { responses, slugParameter } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { findPublished, listPublished } from "../content/published-content.ts";

const list = createRoute({
  method: "get",
  path: "/investments",
  summary: "The club's portfolio",
  ...openTo("member"),
  responses: responses(200, investmentListSchema, "All investments"),
});

const read = createRoute({
  method: "get",
  path: "/investments/{slug}",
  summary: "One investment",
  ...openTo("member"),
  request: { params: slugParameter },
  responses: responses(200, investmentSchema, "The investment"),
});

export const investmentRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const companies = await listPublished(dependencies.readAs(actor), "company");
    return c.json({ items: companies.map(toInvestment), next_cursor: null }, 200);
  })
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const company = await findPublished(dependencies.readAs(actor), "company", c.req.valid("param").slug);
    if (!company) throw notFound("investment");
    return c.json(toInvestment(company), 200);
  });
