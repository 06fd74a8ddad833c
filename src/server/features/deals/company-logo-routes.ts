import type { Context } from "hono";
import { companyLogoMessages, companyLogoTypes, maximumCompanyLogoBytes } from "#shared/deals/company-logo-rules.ts";
import { companySchema } from "#shared/deals/deals.ts";
import type { Environment } from "../../context.ts";
import { fileResponse } from "../../platform/files/file-response.ts";
import { inline } from "../../platform/http/content-disposition.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { refuseOtherSites } from "../../platform/http/own-origin.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { removeCompanyLogo, storeCompanyLogo } from "./company-logo.ts";
import { findCompany } from "./company-queries.ts";
import { findReadableDeal } from "./open-queries.ts";
import { whileOpen } from "./while-open.ts";

const route = routesOf("Companies");
const openDealsRoute = routesOf("Open deals");

const upload = route("post", "/companies/{id}/logo", {
  name: "uploadCompanyLogo",
  summary: "Upload a company's logo as the raw body; versions keep the one before",
  audience: "admin",
  params: idParameter,
  upload: companyLogoTypes,
  limit: { bytes: maximumCompanyLogoBytes, message: companyLogoMessages.tooLarge },
  answer: companySchema,
  refuses: [
    "file_infected",
    "file_type_refused",
    "picture_unreadable",
    "rate_limited",
    "files_unavailable",
    "pictures_busy",
  ],
});

const remove = route("delete", "/companies/{id}/logo", {
  name: "removeCompanyLogo",
  summary: "Remove a company's logo; versions keep it",
  audience: "admin",
  params: idParameter,
  answer: companySchema,
});

const read = route("get", "/companies/{id}/logo", {
  name: "getCompanyLogo",
  summary: "A company's logo",
  audience: "admin",
  params: idParameter,
  file: "image/webp",
  refuses: ["range_not_satisfiable", "files_unavailable"],
});

const readShown = openDealsRoute("get", "/open-deals/{id}/logo", {
  name: "getOpenDealLogo",
  summary: "The logo in the version of a deal that members are shown",
  audience: "reader",
  params: idParameter,
  file: "image/webp",
  refuses: ["foreign_origin", "range_not_satisfiable", "files_unavailable"],
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
