import { investmentListSchema, investmentSchema, toInvestment } from "#shared/companies/companies.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { slugParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { findPublished, listPublished } from "../content/published-routes.ts";

const route = routesOf("Published content");

const list = route("get", "/investments", {
  name: "listInvestments",
  summary: "The club's portfolio",
  audience: "member",
  key: "read",
  answer: investmentListSchema,
});

const read = route("get", "/investments/{slug}", {
  name: "getInvestment",
  summary: "One investment",
  audience: "member",
  key: "read",
  params: slugParameter,
  answer: investmentSchema,
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
