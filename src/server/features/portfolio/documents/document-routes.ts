import { createRoute } from "@hono/zod-openapi";
import { documentChoicesSchema, ownDocumentListSchema, ownDocumentQuerySchema } from "#shared/own-documents.ts";
import { openTo } from "../../../auth/guard.ts";
import { responses } from "../../../platform/http/responses.ts";
import { createRouter } from "../../../router.ts";
import { listDocumentChoices, listOwnDocuments } from "./document-queries.ts";

const path = "/portfolio/me/documents";

const list = createRoute({
  method: "get",
  path,
  summary:
    "What one signed, what shows what one holds, and what one's companies wrote, newest first; documents of an open deal that one committed to only while one's gate is open",
  ...openTo("person"),
  request: { query: ownDocumentQuerySchema },
  responses: responses(200, ownDocumentListSchema, "The documents"),
});

const choices = createRoute({
  method: "get",
  path: `${path}/choices`,
  summary: "The companies, kinds and years that one's own documents have",
  ...openTo("person"),
  responses: responses(200, documentChoicesSchema, "What to filter by"),
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
