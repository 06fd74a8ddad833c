import { pageTextSchema } from "#shared/deals/deal-room.ts";
import type { Caller } from "../../../context.ts";
import type { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import {
  documentParameters,
  openingQuery,
  pageParameters,
  type Read,
  readPageText,
  sendFile,
  sendPage,
} from "./send-part.ts";

interface Parts {
  route: ReturnType<typeof routesOf>;
  documentPath: string;
  /** Begins the names of the routes. */
  name: "getDocument" | "getDealDocument";
  audience: "reader" | "admin";
  asReader: (caller: Caller) => Read;
}

/** What is sent of a document that one opened: to readers of a deal, and to admins at the desk. */
export function createPartRoutes({ route, documentPath, name, audience, asReader }: Parts) {
  const page = route("get", `${documentPath}/pages/{number}`, {
    name: `${name}Page`,
    summary: "A page of what one opened",
    audience,
    recordsReading: true,
    params: pageParameters,
    query: openingQuery,
    file: "image/webp",
    refuses: ["files_unavailable", "pages_busy"],
  });
  const pageText = route("get", `${documentPath}/pages/{number}/text`, {
    name: `${name}PageText`,
    summary: "The text of a page of what one opened",
    audience,
    recordsReading: true,
    params: pageParameters,
    query: openingQuery,
    answer: pageTextSchema,
  });
  const file = route("get", `${documentPath}/file`, {
    name: `${name}File`,
    summary: "The file of what one opened",
    audience,
    recordsReading: true,
    params: documentParameters,
    query: openingQuery,
    file: "application/octet-stream",
    refuses: ["range_not_satisfiable", "files_unavailable"],
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
