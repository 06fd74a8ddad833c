import { createRoute, z } from "@hono/zod-openapi";
import {
  enteredUpdateSchema,
  letterUploadQuerySchema,
  updateAskingInputSchema,
  updateCompanyListSchema,
  updateCompanyQuerySchema,
  updateCompanySchema,
  updateRequestInputSchema,
  uploadedLetterSchema,
} from "#shared/company-updates.ts";
import { londonDate } from "#shared/london-time.ts";
import { openTo } from "../../auth/guard.ts";
import { idParameter, jsonBody, responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { addLetter } from "./add-letter.ts";
import { listDeskCompanies, readDeskCompany } from "./desk.ts";
import { askOnce, changeAskingOf, enterUpdate, publishOne } from "./enter-update.ts";

const path = "/companies/{id}";

const list = createRoute({
  method: "get",
  path: "/company-updates",
  summary: "Companies whose shares members hold, newest first, with what is missing of their updates",
  ...openTo("admin"),
  request: { query: updateCompanyQuerySchema },
  responses: responses(200, updateCompanyListSchema, "A page of companies"),
});

const read = createRoute({
  method: "get",
  path: `${path}/updates`,
  summary: "A company's quarters, the latest first, with every version of its updates",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: responses(200, updateCompanySchema, "The company; 404 where no member holds shares of it"),
});

const enter = createRoute({
  method: "post",
  path: `${path}/updates`,
  summary: "Enter or correct an update by hand, as a version that is not published",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(enteredUpdateSchema) },
  responses: responses(201, updateCompanySchema, "The company; 409 revision_conflict with it after another version"),
});

const upload = createRoute({
  method: "post",
  path: `${path}/update-letters`,
  summary: "Upload the letter of an update as the raw body, before the update that names it",
  ...openTo("admin"),
  request: {
    params: idParameter,
    query: letterUploadQuerySchema,
    body: { required: true, content: { "application/pdf": { schema: z.string().meta({ format: "binary" }) } } },
  },
  responses: responses(201, uploadedLetterSchema, "The letter; 413 above 10 MB, 422 for another type"),
});

const ask = createRoute({
  method: "post",
  path: `${path}/update-requests`,
  summary: "Mail the founder a link for an update, or again",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(updateRequestInputSchema) },
  responses: responses(201, updateCompanySchema, "The company; 409 revision_conflict once the link was used"),
});

const changeAsking = createRoute({
  method: "put",
  path: `${path}/update-asking`,
  summary: "Whether a company is asked for an update after each quarter",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(updateAskingInputSchema) },
  responses: responses(200, updateCompanySchema, "The company"),
});

const publish = createRoute({
  method: "post",
  path: "/company-updates/{id}/publish",
  summary: "Show an update to those who hold shares of the company, and tell them",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: responses(200, updateCompanySchema, "The company; 409 revision_conflict unless it is the newest version"),
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
