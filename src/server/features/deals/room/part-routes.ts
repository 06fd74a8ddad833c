import { createRoute } from "@hono/zod-openapi";
import { pageTextSchema } from "#shared/deal-room.ts";
import { recordsReadingFor } from "../../../auth/guard.ts";
import type { Caller } from "../../../context.ts";
import { responses } from "../../../platform/http/responses.ts";
import { createRouter } from "../../../router.ts";
import {
  documentParameters,
  fileResponses,
  openingQuery,
  pageParameters,
  pageResponses,
  type Read,
  readPageText,
  sendFile,
  sendPage,
} from "./send-part.ts";

/** What is sent of a document that one opened: to readers of a deal, and to admins at the desk. */
export function createPartRoutes(
  documentPath: string,
  audience: "reader" | "admin",
  asReader: (caller: Caller) => Read,
) {
  const page = createRoute({
    method: "get",
    path: `${documentPath}/pages/{number}`,
    summary: "A page of what one opened, as a picture with one's name across it; it is recorded that it was sent",
    ...recordsReadingFor(audience),
    request: { params: pageParameters, query: openingQuery },
    responses: pageResponses,
  });
  const pageText = createRoute({
    method: "get",
    path: `${documentPath}/pages/{number}/text`,
    summary:
      "What can be read on a page of what one opened, for those who cannot see it; it is recorded that it was sent",
    ...recordsReadingFor(audience),
    request: { params: pageParameters, query: openingQuery },
    responses: responses(200, pageTextSchema, "The text"),
  });
  const file = createRoute({
    method: "get",
    path: `${documentPath}/file`,
    summary:
      "The file of what one opened: as it was uploaded at the desk; to readers of the deal where it may be downloaded, never a PDF",
    ...recordsReadingFor(audience),
    request: { params: documentParameters, query: openingQuery },
    responses: fileResponses,
  });
  return createRouter()
    .openapi(
      page,
      async (c) => (await sendPage(c, asReader(c.var), { ...c.req.valid("param"), ...c.req.valid("query") })) as never,
    )
    .openapi(pageText, async (c) =>
      c.json(await readPageText(c, asReader(c.var), { ...c.req.valid("param"), ...c.req.valid("query") }), 200),
    )
    .openapi(
      file,
      async (c) => (await sendFile(c, asReader(c.var), { ...c.req.valid("param"), ...c.req.valid("query") })) as never,
    );
}
