import { createRoute, type z } from "@hono/zod-openapi";
import { dealMessages as messages } from "#shared/deal-messages.ts";
import {
  companyInputSchema,
  companyListSchema,
  companyQuerySchema,
  companySchema,
  companyUpdateSchema,
} from "#shared/deals.ts";
import { openTo } from "../../auth/guard.ts";
import type { Caller } from "../../context.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { idParameter, jsonBody, responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { findCompany, insertCompanies, listCompanies, updateCompany } from "./company-queries.ts";

const path = "/companies";

const list = createRoute({
  method: "get",
  path,
  summary: "Companies that have asked for money, newest first, with their deals",
  ...openTo("admin"),
  request: { query: companyQuerySchema },
  responses: responses(200, companyListSchema, "A page of companies"),
});

const add = createRoute({
  method: "post",
  path,
  summary: "Add a company",
  ...openTo("admin"),
  request: { body: jsonBody(companyInputSchema) },
  responses: responses(201, companySchema, "The company"),
});

const save = createRoute({
  method: "put",
  path: `${path}/{id}`,
  summary: "Change a company",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(companyUpdateSchema) },
  responses: responses(
    200,
    companySchema,
    "The company; 409 revision_conflict with the present one after another save",
  ),
});

export const companyRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await listCompanies(dependencies.readAs(actor), c.req.valid("query")), 200);
  })
  .openapi(add, async (c) => {
    const { dependencies, actor } = c.var;
    const company = await dependencies.asActor(actor, async (tx, effects) => {
      const [added] = await insertCompanies(tx, [c.req.valid("json")]);
      if (!added) throw new Error("an insert returns its row");
      effects.audit("company_added", added.id);
      return added;
    });
    return c.json(company, 201);
  })
  .openapi(save, async (c) => c.json(await saveCompany(c.var, c.req.valid("param").id, c.req.valid("json")), 200));

function saveCompany(
  { dependencies, actor }: Caller,
  id: string,
  { expected_version, ...input }: z.output<typeof companyUpdateSchema>,
) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const saved = await updateCompany(tx, id, new Date(expected_version), input);
    if (saved) {
      effects.audit("company_changed", id);
      return saved;
    }
    const record = await findCompany(tx, id);
    if (!record) throw notFound("company");
    throw new HttpError(409, "revision_conflict", messages.changedMeanwhile, { record });
  });
}
