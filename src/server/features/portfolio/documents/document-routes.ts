import {
  documentChoicesSchema,
  ownDocumentListSchema,
  ownDocumentQuerySchema,
} from "#shared/portfolio/own-documents.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { listDocumentChoices, listOwnDocuments } from "./document-queries.ts";

const route = routesOf("Portfolio");

const list = route("get", "/portfolio/me/documents", {
  name: "listOwnDocuments",
  summary:
    "What one signed, what shows what one holds, and what one's companies wrote, newest first; documents of an open deal that one committed to only while one's gate is open",
  audience: "person",
  query: ownDocumentQuerySchema,
  answer: ownDocumentListSchema,
});

const choices = route("get", "/portfolio/me/documents/choices", {
  name: "getOwnDocumentChoices",
  summary: "The companies, kinds and years that one's own documents have",
  audience: "person",
  answer: documentChoicesSchema,
});

export const documentRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await listOwnDocuments(dependencies.readAs(actor), c.req.valid("query")), 200);
  })
  .openapi(choices, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await listDocumentChoices(dependencies.readAs(actor)), 200);
  });
