import { ownPaperListSchema } from "#shared/funds/funds-completion.ts";
import { fileResponse } from "../../../platform/files/file-response.ts";
import { attachment } from "../../../platform/http/content-disposition.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { listAwaitedPapers } from "../../portfolio/awaited-papers.ts";
import { findPaper, listOwnPapers } from "./paper-queries.ts";

const route = routesOf("Completion");

const listOwn = route("get", "/papers/me", {
  name: "listOwnPapers",
  summary:
    "What one has signed for the shares that one holds, and what shows that one holds them, newest first; and what is still to come",
  audience: "person",
  answer: ownPaperListSchema,
});

const open = route("get", "/papers/{id}", {
  name: "getPaper",
  summary: "A paper of one's own as a file; for admins any",
  audience: "person",
  params: idParameter,
  file: "application/pdf",
  refuses: ["range_not_satisfiable", "files_unavailable"],
});

export const paperRoutes = createRouter()
  .openapi(listOwn, async (c) => {
    const { dependencies, actor } = c.var;
    const [items, awaited] = await Promise.all([listOwnPapers(dependencies.readAs(actor)), listAwaitedPapers(c.var)]);
    return c.json({ items, awaited }, 200);
  })
  .openapi(open, async (c) => {
    const { dependencies, actor } = c.var;
    const db = dependencies.readAs(actor);
    const paper = await findPaper(db, c.req.valid("param").id);
    const file = paper && (await dependencies.files.open(db, paper.file_id));
    if (!file) throw notFound("paper");
    const headers = { "cache-control": "private, no-store", "content-disposition": attachment(paper.file_name) };
    return (await fileResponse(c, file, headers)) as never;
  });
