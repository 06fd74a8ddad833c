import { createRoute } from "@hono/zod-openapi";
import { dealRecordSchema, dealUpdateSchema, moveInputSchema, newTermsSchema, noteInputSchema } from "#shared/deals.ts";
import { openTo } from "../../auth/guard.ts";
import { idParameter, jsonBody, responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { addNote, moveDeal, saveDeal } from "./change-deal.ts";
import { setTerms } from "./set-terms.ts";

const path = "/deals/{id}";

const save = createRoute({
  method: "put",
  path,
  summary: "Change a deal's name, its owner, what is to be done next and what is written for members",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(dealUpdateSchema) },
  responses: responses(
    200,
    dealRecordSchema,
    "The deal; 409 revision_conflict with the present one after another change",
  ),
});

const move = createRoute({
  method: "post",
  path: `${path}/transitions`,
  summary: "Move a deal by hand; back, out and in again with a reason",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(moveInputSchema) },
  responses: responses(
    200,
    dealRecordSchema,
    "The deal; 409 revision_conflict with the present one after another change",
  ),
});

const note = createRoute({
  method: "post",
  path: `${path}/notes`,
  summary: "Add a note, which only admins read",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(noteInputSchema) },
  responses: responses(201, dealRecordSchema, "The deal"),
});

const set = createRoute({
  method: "post",
  path: `${path}/terms`,
  summary: "Set terms; a change of them is another version, and nobody changes a version",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(newTermsSchema) },
  responses: responses(201, dealRecordSchema, "The deal; 409 deal_not_open once it is completed or cancelled"),
});

export const dealChangeRoutes = createRouter()
  .openapi(save, async (c) => c.json(await saveDeal(c.var, c.req.valid("param").id, c.req.valid("json")), 200))
  .openapi(move, async (c) => c.json(await moveDeal(c.var, c.req.valid("param").id, c.req.valid("json")), 200))
  .openapi(note, async (c) => c.json(await addNote(c.var, c.req.valid("param").id, c.req.valid("json").text), 201))
  .openapi(set, async (c) => c.json(await setTerms(c.var, c.req.valid("param").id, c.req.valid("json")), 201));
