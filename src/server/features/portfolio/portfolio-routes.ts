import { ownCompanySchema, portfolioQuerySchema, portfolioSchema } from "#shared/portfolio/portfolio.ts";
import type { Caller } from "../../context.ts";
import { csvFile } from "../../platform/http/csv-stream.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { describeCompany, describePortfolio } from "./describe-portfolio.ts";
import { statementDays } from "./next-steps.ts";
import { portfolioFiles } from "./portfolio-csv.ts";
import { dayOf, today } from "./portfolio-day.ts";
import { listTasks, readOwn } from "./portfolio-queries.ts";

const route = routesOf("Portfolio");

const read = route("get", "/portfolio/me", {
  name: "getOwnPortfolio",
  summary: "What one owns and what came of it, today or as of an earlier day",
  audience: "person",
  query: portfolioQuerySchema,
  answer: portfolioSchema,
});

const readCompany = route("get", "/portfolio/me/companies/{id}", {
  name: "getOwnHolding",
  summary: "One company that one holds",
  audience: "person",
  params: idParameter,
  query: portfolioQuerySchema,
  answer: ownCompanySchema,
});

const holdings = route("get", "/portfolio/me/holdings.csv", {
  name: "exportOwnHoldings",
  summary: "One's own lots of shares, as a CSV file",
  audience: "person",
  file: "text/csv",
});

const flows = route("get", "/portfolio/me/flows.csv", {
  name: "exportOwnFlows",
  summary: "What went in and came back for one's own lots, by day, as a CSV file",
  audience: "person",
  file: "text/csv",
});

const valuations = route("get", "/portfolio/me/valuations.csv", {
  name: "exportOwnValuations",
  summary: "The prices that one's own shares were given, as a CSV file",
  audience: "person",
  file: "text/csv",
});

export const portfolioRoutes = createRouter()
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const day = dayOf(c.var, c.req.valid("query").on);
    // The tasks of now were not asked for then.
    const asked = day === today(c.var) ? listTasks(dependencies.readAs(actor), statementDays) : [];
    const [own, tasks] = await Promise.all([readOwn(c.var), asked]);
    return c.json(describePortfolio(own, tasks, day), 200);
  })
  .openapi(readCompany, async (c) => {
    const day = dayOf(c.var, c.req.valid("query").on);
    const own = await readOwn(c.var);
    const company = describeCompany(own, c.req.valid("param").id, day);
    if (!company) throw notFound("company");
    return c.json(company, 200);
  })
  .openapi(holdings, async (c) => c.body(...(await fileOf(c.var, "holdings"))) as never)
  .openapi(flows, async (c) => c.body(...(await fileOf(c.var, "flows"))) as never)
  .openapi(valuations, async (c) => c.body(...(await fileOf(c.var, "valuations"))) as never);

const fileOf = async (caller: Caller, name: keyof typeof portfolioFiles) =>
  csvFile(caller, portfolioFiles[name](await readOwn(caller), today(caller)));
