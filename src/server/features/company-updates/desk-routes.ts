import {
  enteredUpdateSchema,
  letterUploadQuerySchema,
  updateAskingInputSchema,
  updateCompanyListSchema,
  updateCompanyQuerySchema,
  updateCompanySchema,
  updateRequestInputSchema,
  uploadedLetterSchema,
} from "#shared/company-updates/company-updates.ts";
import { companyUpdateMessages, maximumLetterBytes } from "#shared/company-updates/company-updates-messages.ts";
import { londonDate } from "#shared/london-time.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { addLetter } from "./add-letter.ts";
import { listDeskCompanies, readDeskCompany } from "./desk.ts";
import { askOnce, changeAskingOf, enterUpdate, publishOne } from "./enter-update.ts";

const route = routesOf("Companies");

const list = route("get", "/company-updates", {
  name: "listCompanyUpdates",
  summary: "Companies whose shares members hold, newest first, with what is missing of their updates",
  audience: "admin",
  key: "read",
  query: updateCompanyQuerySchema,
  answer: updateCompanyListSchema,
});

const read = route("get", "/companies/{id}/updates", {
  name: "getCompanyUpdates",
  summary: "A company's quarters, the latest first, with every version of its updates",
  audience: "admin",
  params: idParameter,
  answer: updateCompanySchema,
});

const enter = route("post", "/companies/{id}/updates", {
  name: "addCompanyUpdate",
  summary: "Enter or correct an update by hand, as a version that is not published",
  audience: "admin",
  params: idParameter,
  body: enteredUpdateSchema,
  status: 201,
  answer: updateCompanySchema,
  refuses: ["revision_conflict"],
});

const upload = route("post", "/companies/{id}/update-letters", {
  name: "uploadCompanyLetter",
  summary: "Upload the letter of an update as the raw body, before the update that names it",
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
  summary: "Whether a company is asked for an update after each quarter",
  audience: "admin",
  params: idParameter,
  body: updateAskingInputSchema,
  answer: updateCompanySchema,
});

const publish = route("post", "/company-updates/{id}/publish", {
  name: "publishCompanyUpdate",
  summary: "Show an update to those who hold shares of the company, and tell them",
  audience: "admin",
  params: idParameter,
  answer: updateCompanySchema,
  refuses: ["revision_conflict"],
});

export const companyUpdateDeskRoutes = createRouter()
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
  .openapi(publish, async (c) => c.json(await publishOne(c.var, c.req.valid("param").id), 200));
