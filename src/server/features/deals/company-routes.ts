import type { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Transaction } from "kysely";
import { companyLogoMessages, companyLogoTypes, maximumCompanyLogoBytes } from "#shared/deals/company-logo-rules.ts";
import { dealMessages as messages } from "#shared/deals/deal-messages.ts";
import {
  companyInputSchema,
  companyListSchema,
  companyQuerySchema,
  companySchema,
  companyUpdateSchema,
} from "#shared/deals/deals.ts";
import type { Caller, Environment } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { fileResponse } from "../../platform/files/file-response.ts";
import type { FileKind } from "../../platform/files/inspect-content.ts";
import { withNewFile } from "../../platform/files/with-new-file.ts";
import { inline } from "../../platform/http/content-disposition.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { refuseOtherSites } from "../../platform/http/own-origin.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { findCompany, insertCompanies, listCompanies, updateCompany } from "./company-queries.ts";
import { findReadableDeal } from "./open-queries.ts";
import { whileOpen } from "./while-open.ts";

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

const openDealsRoute = routesOf("Open deals");

const upload = route("post", "/companies/{id}/logo", {
  name: "uploadCompanyLogo",
  summary: "Upload a company's logo",
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

const logoKind: FileKind = { name: "company_logo", maximumBytes: maximumCompanyLogoBytes, mediaTypes: ["image/webp"] };

/** Re-encoded without metadata; replaces the previous logo, which versions keep. @returns the company. */
async function storeCompanyLogo({ dependencies, actor }: Caller, id: string, request: Request) {
  const personId = actor.userId ?? "";
  await dependencies.asActor(actor, (tx) => getCompany(tx, id));
  const readFile = async () => {
    await dependencies.limits.picturesPerPerson.take(personId);
    return request.arrayBuffer();
  };
  const { content } = await dependencies.pictureEncoder.encode(personId, readFile, "company");
  return withNewFile(dependencies.files, { content: [content], kind: logoKind }, (file) =>
    dependencies.asActor(actor, async (tx, effects) => {
      await endLogo(tx, id, dependencies.now());
      const logo = { company_id: id, author_id: actor.userId, file_id: file.id, sha256: file.sha256 };
      await tx.insertInto("company_logos").values(logo).execute();
      effects.audit("company_logo_uploaded", id, { sha256: file.sha256 });
      return getCompany(tx, id);
    }),
  );
}

/** Where there is none, nothing changes. @returns the company. */
const removeCompanyLogo = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const { logo } = await getCompany(tx, id);
    if (!logo) return getCompany(tx, id);
    await endLogo(tx, id, dependencies.now());
    effects.audit("company_logo_removed", id, { sha256: logo.sha256 });
    return getCompany(tx, id);
  });

/** Two uploads at once wait for each other at the company. */
async function endLogo(tx: Transaction<DB>, companyId: string, removed_at: Date): Promise<void> {
  await tx.selectFrom("companies").select("id").where("id", "=", companyId).forUpdate().execute();
  const present = tx.updateTable("company_logos").where("company_id", "=", companyId).where("removed_at", "is", null);
  await present.set({ removed_at }).execute();
}

async function getCompany(tx: Transaction<DB>, id: string) {
  const company = await findCompany(tx, id);
  if (!company) throw notFound("company");
  return company;
}

async function sendLogo(c: Context<Environment>, fileId: string | undefined): Promise<Response> {
  const { dependencies, actor } = c.var;
  const file = fileId && (await dependencies.files.open(dependencies.readAs(actor), fileId));
  if (!file) throw notFound("logo");
  return fileResponse(c, file, {
    "cache-control": "private, no-store",
    "content-disposition": inline(`${file.id}.webp`),
  });
}
