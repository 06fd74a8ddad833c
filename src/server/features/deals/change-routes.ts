import {
  dealRecordSchema,
  dealUpdateSchema,
  moveInputSchema,
  newTermsSchema,
  noteInputSchema,
} from "#shared/deals/deals.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { addNote, moveDeal, saveDeal } from "./change-deal.ts";
import { setTerms } from "./set-terms.ts";

const route = routesOf("Deals");

const save = route("put", "/deals/{id}", {
  name: "saveDeal",
  summary: "Change a deal's name, its owner, what is to be done next and what is written for members",
  audience: "admin",
  params: idParameter,
  body: dealUpdateSchema,
  answer: dealRecordSchema,
  refuses: ["revision_conflict"],
});

const move = route("post", "/deals/{id}/transitions", {
  name: "moveDeal",
  summary: "Move a deal by hand; back, out and in again with a reason",
  audience: "admin",
  params: idParameter,
  body: moveInputSchema,
  answer: dealRecordSchema,
  refuses: ["payment_closed", "revision_conflict"],
});

const note = route("post", "/deals/{id}/notes", {
  name: "addDealNote",
  summary: "Add a note, which only admins read",
  audience: "admin",
  params: idParameter,
  body: noteInputSchema,
  status: 201,
  answer: dealRecordSchema,
});

const set = route("post", "/deals/{id}/terms", {
  name: "setDealTerms",
  summary: "Set terms; a change of them is another version, and nobody changes a version",
  audience: "admin",
  params: idParameter,
  body: newTermsSchema,
  status: 201,
  answer: dealRecordSchema,
  refuses: ["deal_not_open"],
});

export const dealChangeRoutes = createRouter()
  .openapi(save, async (c) => c.json(await saveDeal(c.var, c.req.valid("param").id, c.req.valid("json")), 200))
  .openapi(move, async (c) => c.json(await moveDeal(c.var, c.req.valid("param").id, c.req.valid("json")), 200))
  .openapi(note, async (c) => c.json(await addNote(c.var, c.req.valid("param").id, c.req.valid("json").text), 201))
  .openapi(set, async (c) => c.json(await setTerms(c.var, c.req.valid("param").id, c.req.valid("json")), 201));
