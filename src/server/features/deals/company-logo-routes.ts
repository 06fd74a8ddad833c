import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { companyLogoTypes } from "#shared/company-logo-rules.ts";
import { companySchema } from "#shared/deals.ts";
import { openTo } from "../../auth/guard.ts";
import type { Environment } from "../../context.ts";
import { fileResponse } from "../../platform/files/file-response.ts";
import { inline } from "../../platform/http/content-disposition.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { refuseOtherSites } from "../../platform/http/own-origin.ts";
import { idParameter, responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { removeCompanyLogo, storeCompanyLogo } from "./company-logo.ts";
import { findCompany } from "./company-queries.ts";
import { findReadableDeal } from "./open-queries.ts";
import { whileOpen } from "./while-open.ts";

const path = "/companies/{id}/logo";
const fileSchema = z.string().meta({ format: "binary" });
const pictureResponses = {
  ...responses(200, fileSchema, "The logo"),
  200: { description: "The logo", content: { "image/webp": { schema: fileSchema } } },
};

const upload = createRoute({
  method: "post",
  path,
  summary: "Upload a company's logo as the raw body; versions keep the one before",
  ...openTo("admin"),
  request: {
    params: idParameter,
    body: {
      required: true,
      content: Object.fromEntries(companyLogoTypes.map((type) => [type, { schema: fileSchema }])),
    },
  },
  responses: responses(200, companySchema, "The company; 413 for more than 1 MiB, 422 for what is no picture"),
});

const remove = createRoute({
  method: "delete",
  path,
  summary: "Remove a company's logo; versions keep it",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: responses(200, companySchema, "The company"),
});

const read = createRoute({
  method: "get",
  path,
  summary: "A company's logo",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: pictureResponses,
});

const readShown = createRoute({
  method: "get",
  path: "/open-deals/{id}/logo",
  summary: "The logo in the version of a deal that members are shown",
  ...openTo("reader"),
  request: { params: idParameter },
  responses: pictureResponses,
});

export const companyLogoRoutes = createRouter()
  .openapi(upload, async (c) => c.json(await storeCompanyLogo(c.var, c.req.valid("param").id, c.req.raw), 200))
  .openapi(remove, async (c) => c.json(await removeCompanyLogo(c.var, c.req.valid("param").id), 200))
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const company = await findCompany(dependencies.readAs(actor), c.req.valid("param").id);
    return (await sendLogo(c, company?.logo?.file_id)) as never;
  })
  .openapi(readShown, async (c) => {
    refuseOtherSites(c);
    const userId = c.var.actor.userId ?? "";
    const deal = await whileOpen(c.var, async (tx) => {
      const found = await findReadableDeal(tx, userId, c.req.valid("param").id);
      if (!found) throw notFound("deal");
      return found;
    });
    return (await sendLogo(c, deal.content.company.logo?.file_id)) as never;
  });

async function sendLogo(c: Context<Environment>, fileId: string | undefined): Promise<Response> {
  const { dependencies, actor } = c.var;
  const file = fileId && (await dependencies.files.open(dependencies.readAs(actor), fileId));
  if (!file) throw notFound("logo");
  return fileResponse(c, file, {
    "cache-control": "private, no-store",
    "content-disposition": inline(`${file.id}.webp`),
  });
}
