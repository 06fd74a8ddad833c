import { linkTokenSchema } from "#shared/company-link.ts";
import {
  companyUpdatesSchema,
  enteredUpdateSchema,
  letterUploadHeadersSchema,
  letterUploadQuerySchema,
  sentUpdateSchema,
  type UploadedLetter,
  updateAskingInputSchema,
  updateCompanyListSchema,
  updateCompanyQuerySchema,
  updateCompanySchema,
  updateLinkSchema,
  updateRequestInputSchema,
  uploadedLetterSchema,
} from "#shared/company-updates/company-updates.ts";
import { companyUpdateMessages, maximumLetterBytes } from "#shared/company-updates/company-updates-messages.ts";
import { londonDate } from "#shared/london-time.ts";
import type { Caller } from "../../context.ts";
import { fileResponse } from "../../platform/files/file-response.ts";
import type { Content } from "../../platform/files/inspect-content.ts";
import { withNewFile } from "../../platform/files/with-new-file.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { attachment } from "../../platform/http/content-disposition.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter, statusSchema } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { listDeskCompanies, readDeskCompany } from "./desk.ts";
import { askOnce, changeAskingOf, enterUpdate, publishOne } from "./enter-update.ts";
import { readOwnUpdates } from "./own-updates.ts";
import { findHeldCompany, findLetterOf } from "./queries.ts";
import { letterFile } from "./update-links.ts";

const route = routesOf("Companies");
const portfolioRoute = routesOf("Portfolio");

const list = route("get", "/company-updates", {
  name: "listCompanyUpdates",
  summary: "Companies with what is missing of their updates",
  audience: "admin",
  key: "read",
  query: updateCompanyQuerySchema,
  answer: updateCompanyListSchema,
});

const read = route("get", "/companies/{id}/updates", {
  name: "getCompanyUpdates",
  summary: "A company's quarters, the latest first",
  audience: "admin",
  params: idParameter,
  answer: updateCompanySchema,
});

const enter = route("post", "/companies/{id}/updates", {
  name: "addCompanyUpdate",
  summary: "Enter or correct an update by hand",
  audience: "admin",
  params: idParameter,
  body: enteredUpdateSchema,
  status: 201,
  answer: updateCompanySchema,
  refuses: ["revision_conflict"],
});

const upload = route("post", "/companies/{id}/update-letters", {
  name: "uploadCompanyLetter",
  summary: "Upload the letter of an update",
  audience: "admin",
  params: idParameter,
  query: letterUploadQuerySchema,
  upload: "application/pdf",
  limit: { bytes: maximumLetterBytes, message: companyUpdateMessages.letterTooLarge },
  status: 201,
  answer: uploadedLetterSchema,
  refuses: ["file_infected", "file_type_refused", "files_unavailable"],
});

const ask = route("post", "/companies/{id}/update-requests", {
  name: "requestCompanyUpdate",
  summary: "Mail the founder a link for an update, or again",
  audience: "admin",
  params: idParameter,
  body: updateRequestInputSchema,
  status: 201,
  answer: updateCompanySchema,
  refuses: ["revision_conflict"],
});

const changeAsking = route("put", "/companies/{id}/update-asking", {
  name: "changeCompanyAsking",
  summary: "Whether a company is asked for updates",
  audience: "admin",
  params: idParameter,
  body: updateAskingInputSchema,
  answer: updateCompanySchema,
});

const publish = route("post", "/company-updates/{id}/publish", {
  name: "publishCompanyUpdate",
  summary: "Publish an update, and tell those who hold shares",
  audience: "admin",
  params: idParameter,
  answer: updateCompanySchema,
  refuses: ["revision_conflict"],
});

const readOwn = portfolioRoute("get", "/portfolio/me/companies/{id}/updates", {
  name: "getOwnCompanyUpdates",
  summary: "What a company has told those who hold its shares",
  audience: "person",
  params: idParameter,
  answer: companyUpdatesSchema,
});

const letter = route("get", "/company-updates/{id}/letter", {
  name: "getCompanyLetter",
  summary: "The letter of an update that one may read",
  audience: "person",
  params: idParameter,
  file: "application/pdf",
  refuses: ["range_not_satisfiable", "files_unavailable"],
});

const readByLink = route("post", "/company-update-links/read", {
  name: "readCompanyLink",
  summary: "What the token of a mail's link asks for",
  audience: "anyone",
  body: linkTokenSchema,
  answer: updateLinkSchema,
  refuses: ["invalid_token", "rate_limited"],
});

const uploadByLink = route("post", "/company-update-links/letter", {
  name: "uploadLetterByLink",
  summary: "Upload the letter of an update by a mail's link",
  audience: "anyone",
  headers: letterUploadHeadersSchema,
  query: letterUploadQuerySchema,
  upload: "application/pdf",
  limit: { bytes: maximumLetterBytes, message: companyUpdateMessages.letterTooLarge },
  status: 201,
  answer: uploadedLetterSchema,
  refuses: ["invalid_token", "file_infected", "file_type_refused", "rate_limited", "files_unavailable"],
});

const sendByLink = route("post", "/company-update-links/send", {
  name: "sendUpdateByLink",
  summary: "Send a company's update by a mail's link, once",
  audience: "anyone",
  body: sentUpdateSchema,
  status: 201,
  answer: statusSchema,
  refuses: ["invalid_token", "revision_conflict", "rate_limited"],
});

export const companyUpdateRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const today = londonDate(dependencies.now());
    return c.json(await listDeskCompanies(dependencies.readAs(actor), today, c.req.valid("query")), 200);
  })
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const today = londonDate(dependencies.now());
    return c.json(await readDeskCompany(dependencies.readAs(actor), actor, c.req.valid("param").id, today), 200);
  })
  .openapi(enter, async (c) => c.json(await enterUpdate(c.var, c.req.valid("param").id, c.req.valid("json")), 201))
  .openapi(upload, async (c) => {
    const { file_name } = c.req.valid("query");
    return c.json(await addLetter(c.var, c.req.valid("param").id, file_name, c.req.raw.body ?? []), 201);
  })
  .openapi(ask, async (c) => c.json(await askOnce(c.var, c.req.valid("param").id, c.req.valid("json").quarter), 201))
  .openapi(changeAsking, async (c) =>
    c.json(await changeAskingOf(c.var, c.req.valid("param").id, c.req.valid("json").is_asked_for_updates), 200),
  )
  .openapi(publish, async (c) => c.json(await publishOne(c.var, c.req.valid("param").id), 200))
  .openapi(readOwn, async (c) => {
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
  })
  .openapi(readByLink, async (c) => {
    const { limits, updateLinks } = c.var.dependencies;
    await limits.companyLinksPerAddress.take(clientAddress(c));
    return c.json(await updateLinks.read(c.req.valid("json").token), 200);
  })
  .openapi(uploadByLink, async (c) => {
    const { limits, updateLinks } = c.var.dependencies;
    await limits.companyLinksPerAddress.take(clientAddress(c));
    const token = c.req.valid("header")["x-link-token"];
    return c.json(await updateLinks.addLetter(token, c.req.valid("query").file_name, c.req.raw.body ?? []), 201);
  })
  .openapi(sendByLink, async (c) => {
    const { limits, updateLinks } = c.var.dependencies;
    await limits.companyLinksPerAddress.take(clientAddress(c));
    const { token, ...content } = c.req.valid("json");
    await updateLinks.send(token, content);
    return c.json({ status: true }, 201);
  });

/** Adds the letter of an update that an admin enters. @throws HttpError 413 and 422 for the file. */
async function addLetter(
  { dependencies, actor }: Caller,
  company_id: string,
  file_name: string,
  content: Content,
): Promise<UploadedLetter> {
  if (!(await findHeldCompany(dependencies.readAs(actor), company_id))) throw notFound("company");
  return withNewFile(dependencies.files, { content, kind: letterFile }, ({ id: file_id }) =>
    dependencies.asActor(actor, (tx) =>
      tx
        .insertInto("company_update_letters")
        .values({ company_id, author_id: actor.userId, file_name, file_id })
        .returning(["id", "file_name"])
        .executeTakeFirstOrThrow(),
    ),
  );
}
