import type { Context } from "hono";
import type { Transaction } from "kysely";
import { z } from "zod";
import { pageTextSchema } from "#shared/deals/deal-room.ts";
import { maximumDocumentPages } from "#shared/deals/deal-room-messages.ts";
import { formatDay, toLondonTime } from "#shared/london-time.ts";
import type { Caller, Environment } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { fileResponse } from "../../../platform/files/file-response.ts";
import { attachment, inline } from "../../../platform/http/content-disposition.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import type { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { downloadDocument, getDocument, readPage } from "../room-queries.ts";

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

export const documentParameters = idParameter.extend({ document_id: z.uuid() });
const pageParameters = documentParameters.extend({
  number: z.coerce.number().int().min(1).max(maximumDocumentPages),
});
/** One's own, of the last 24 hours. */
const openingQuery = z.object({ opening: z.uuid() });

/** With the rights of the reader: while their gate is open, or as an admin. */
export type Read = <Result>(work: (tx: Transaction<DB>) => Promise<Result>) => Promise<Result>;

interface Part {
  id: string;
  document_id: string;
  opening: string;
}

const neverKept = { "cache-control": "private, no-store" };

/** Recorded as it is read; not for HEAD. @throws HttpError 404, and 503 while too many pages are read. */
async function sendPage(c: Context<Environment>, read: Read, part: Part & { number: number }) {
  const { dependencies, actor } = c.var;
  const find = () =>
    read(async (tx) => {
      await getDocument(tx, part.id, part.document_id);
      return readPage(tx, openedPart(c, part), part.number);
    });
  const disposition = inline(`page-${part.number}.webp`);
  const headers = { ...neverKept, "content-type": "image/webp", "content-disposition": disposition };
  if (c.req.method === "HEAD") {
    await find();
    return c.body(null, 200, headers);
  }
  const { identity } = await dependencies.readClub();
  const marked = await dependencies.watermarker.mark(actor.userId ?? "", async () => {
    const { file_id, opened_at, reader } = await find();
    const file = await dependencies.files.open(dependencies.readAs(actor), file_id);
    if (!file) throw notFound("page");
    const pieces: Uint8Array[] = [];
    for await (const piece of file.read()) pieces.push(piece);
    const { date, time } = toLondonTime(opened_at);
    const text = `${reader} · ${formatDay(date)}, ${time} · ${identity.name}, confidential`;
    return { page: Buffer.concat(pieces), text };
  });
  return c.body(new Uint8Array(marked), 200, headers);
}

/** Reads the words on the page; this is recorded like the page itself. @throws HttpError 404 */
async function readPageText(c: Context<Environment>, read: Read, part: Part & { number: number }) {
  const { words } = await read(async (tx) => {
    await getDocument(tx, part.id, part.document_id);
    return readPage(tx, openedPart(c, part), part.number);
  });
  c.header("cache-control", neverKept["cache-control"]);
  return { text: words };
}

/** As it was uploaded, or a part of it. @throws HttpError 404 for what is not to be downloaded. */
async function sendFile(c: Context<Environment>, read: Read, part: Part) {
  const { dependencies, actor } = c.var;
  const { file_id, file_name } = await read(async (tx) => {
    const { file_name } = await getDocument(tx, part.id, part.document_id);
    return { file_name, file_id: await downloadDocument(tx, openedPart(c, part)) };
  });
  const file = await dependencies.files.open(dependencies.readAs(actor), file_id);
  if (!file) throw notFound("file");
  return fileResponse(c, file, { ...neverKept, "content-disposition": attachment(file_name) });
}

const openedPart = (c: Context<Environment>, { document_id, opening }: Part) => ({
  opening_id: opening,
  document_id,
  is_sent: c.req.method !== "HEAD",
});
