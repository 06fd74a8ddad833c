import type { z } from "@hono/zod-openapi";
import { dealMessages as messages } from "#shared/deals/deal-messages.ts";
import {
  companyInputSchema,
  companyListSchema,
  companyQuerySchema,
  companySchema,
  companyUpdateSchema,
} from "#shared/deals/deals.ts";
import type { Caller } from "../../context.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { findCompany, insertCompanies, listCompanies, updateCompany } from "./company-queries.ts";

const route = routesOf("Companies");

const list = route("get", "/companies", {
  name: "listCompanies",
  summary: "Companies that have asked for money, with their deals",
  audience: "admin",
  key: "read",
  query: companyQuerySchema,
  answer: companyListSchema,
});

const add = route("post", "/companies", {
  name: "createCompany",
  summary: "Add a company",
  audience: "admin",
  key: "write",
  body: companyInputSchema,
  status: 201,
  answer: companySchema,
});

const save = route("put", "/companies/{id}", {
  name: "saveCompany",
  summary: "Change a company",
  audience: "admin",
  params: idParameter,
  body: companyUpdateSchema,
  answer: companySchema,
  refuses: ["revision_conflict"],
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
    throw new HttpError("revision_conflict", messages.changedMeanwhile, { record });
  });
}
