import { companyUpdatesSchema } from "#shared/company-updates/company-updates.ts";
import { londonDate } from "#shared/london-time.ts";
import { fileResponse } from "../../platform/files/file-response.ts";
import { attachment } from "../../platform/http/content-disposition.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { readOwnUpdates } from "./own-updates.ts";
import { findLetterOf } from "./queries.ts";

const route = routesOf("Portfolio");
const companiesRoute = routesOf("Companies");

const read = route("get", "/portfolio/me/companies/{id}/updates", {
  name: "getOwnCompanyUpdates",
  summary: "What a company that one holds shares of has told; an offer in it only while one's gate is open",
  audience: "person",
  params: idParameter,
  answer: companyUpdatesSchema,
});

const letter = companiesRoute("get", "/company-updates/{id}/letter", {
  name: "getCompanyLetter",
  summary: "The letter of an update that one may read",
  audience: "person",
  params: idParameter,
  file: "application/pdf",
  refuses: ["range_not_satisfiable", "files_unavailable"],
});

export const ownCompanyUpdateRoutes = createRouter()
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const today = londonDate(dependencies.now());
    return c.json(await readOwnUpdates(dependencies.readAs(actor), c.req.valid("param").id, today), 200);
  })
  .openapi(letter, async (c) => {
    const { dependencies, actor } = c.var;
    const db = dependencies.readAs(actor);
    const found = await findLetterOf(db, c.req.valid("param").id);
    const file = found && (await dependencies.files.open(db, found.file_id));
    if (!file) throw notFound("letter");
    const headers = { "cache-control": "private, no-store", "content-disposition": attachment(found.file_name) };
    return (await fileResponse(c, file, headers)) as never;
  });
