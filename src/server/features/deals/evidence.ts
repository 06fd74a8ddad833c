import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { sql, type Transaction } from "kysely";
import type { Logger } from "pino";
import { ZipFile } from "yazl";
import { dealEvidenceMessages as messages } from "#shared/deals/deal-register-messages.ts";
import type { FrozenDocument } from "#shared/deals/deal-room.ts";
import { toCsv } from "#shared/to-csv.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { type CsvExport, csvStream } from "../../platform/http/csv-stream.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { findDeal, listMoves } from "./deal-queries.ts";
import { deliveriesCsv } from "./deliveries-csv.ts";
import { listOpenings } from "./room-queries.ts";

/**
 * Who was shown what of a deal, when and under which statement, with everything that was shown, byte for byte, as a ZIP
 * that is written as it is read. No figure of a statement is in it. @throws HttpError 404, before the first byte.
 */
export async function dealEvidence(caller: Caller & { log: Logger }, dealId: string): Promise<WebStream<Uint8Array>> {
  const { dependencies, actor, log } = caller;
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  // What breaks after the first byte breaks the file off, and nothing else: the library listens to no stream's error.
  const breakOff = (error: Error) => {
    log.error({ err: error }, "evidence of a deal");
    output.destroy(error);
  };
  const { documents, first } = await dependencies.asActor(actor, async (tx, effects) => {
    const deal = await findDeal(tx, dealId);
    if (!deal) throw notFound("deal");
    for (const { number, page } of await listPages(tx, dealId)) {
      zip.addBuffer(Buffer.from(page), `versions/${number}.html`);
    }
    for (const [name, read] of Object.entries(evidenceTables)) {
      zip.addBuffer(toBuffer(await read(tx, dealId)), `${name}.csv`);
    }
    zip.addBuffer(Buffer.from(JSON.stringify(await listSignedActs(tx, dealId), null, 2)), "lists.json");
    effects.audit("deal_evidence_packed", dealId);
    return { documents: await listShownDocuments(tx, dealId), first: await firstPages(tx, dealId) };
  });
  zip.addBuffer(Buffer.from(messages.readMe.join("\r\n")), messages.readMeName);
  const addStream = (name: string, stream: () => Readable) =>
    zip.addReadStreamLazy(name, { compress: name.endsWith(".csv") }, (give) =>
      give(null, stream().once("error", breakOff)),
    );
  const addPaged = <Item>(
    name: string,
    csv: Omit<CsvExport<Item>, "name" | "audit">,
    page: Awaited<ReturnType<CsvExport<Item>["list"]>>,
  ) =>
    addStream(`${name}.csv`, () => {
      const next = (cursor: string) => dependencies.asActor(actor, (tx) => csv.list(tx, { limit: rowsAtOnce, cursor }));
      return Readable.fromWeb(csvStream({ ...csv, first: page, next, onFailure: () => {} }) as WebStream);
    });
  addPaged("shown", deliveriesCsv({ deal_id: dealId }), first.deliveries);
  addPaged("openings", openingsCsv(dealId), first.openings);
  for (const { file_id, name } of documents) {
    const file = await dependencies.files.open(dependencies.readAs(actor), file_id);
    if (file) addStream(`documents/${name}`, () => Readable.from(file.read()));
  }
  zip.end();
  return Readable.toWeb(output) as WebStream<Uint8Array>;
}

const rowsAtOnce = 1000;

const firstPages = async (tx: Transaction<DB>, dealId: string) => ({
  deliveries: await deliveriesCsv({ deal_id: dealId }).list(tx, { limit: rowsAtOnce }),
  openings: await openingsCsv(dealId).list(tx, { limit: rowsAtOnce }),
});

type Row = Awaited<ReturnType<typeof listOpenings>>["items"][number];

/** Who opened which document of a deal, and which pages of it they were sent. */
const openingsCsv = (dealId: string): Omit<CsvExport<Row>, "name" | "audit"> => ({
  columns: ["Opened at (UTC)", "Name", "At the desk", "Document", "Version", "Pages", "Downloaded at (UTC)", "Id"],
  toRow: (row) => [
    row.opened_at.toISOString(),
    row.full_name ?? "",
    String(row.is_desk),
    row.title,
    String(row.number),
    row.pages.join(" "),
    row.downloaded_at?.toISOString() ?? "",
    row.id,
  ],
  list: (tx, page) => listOpenings(tx, dealId, page),
});

const toBuffer = ({ columns, rows }: EvidenceTable) => Buffer.from(toCsv([columns, ...rows], { newline: "\r\n" }));

interface EvidenceTable {
  columns: string[];
  rows: string[][];
}

type ReadTable = (tx: Transaction<DB>, dealId: string) => Promise<EvidenceTable>;

/** Each version as it was rendered. */
const listPages = (tx: Transaction<DB>, dealId: string) =>
  tx.selectFrom("deal_versions").select(["number", "page"]).where("deal_id", "=", dealId).orderBy("number").execute();

/** The lists of a deal with all that `npm run verify-acts` checks them by. */
async function listSignedActs(tx: Transaction<DB>, dealId: string) {
  const acts = await tx
    .selectFrom("acts")
    .select(["id", "kind", "number", "state", "content", "content_sha256"])
    .where("deal_id", "=", dealId)
    .where("state", "<>", "prepared")
    .orderBy("number")
    .execute();
  const signatures = await tx
    .selectFrom("act_signatures as s")
    .innerJoin("acts as a", "a.id", "s.act_id")
    .select(["s.act_id", "s.name", "s.capacity", "s.signed_at", "s.method", "s.public_key", "s.assertion", "s.ticks"])
    .select("s.call_backs")
    .where("a.deal_id", "=", dealId)
    .orderBy("s.signed_at")
    .execute();
  return acts.map(({ id, ...act }) => ({
    ...act,
    signatures: signatures
      .filter(({ act_id }) => act_id === id)
      .map(({ act_id: _act, public_key, ...signature }) => ({
        ...signature,
        public_key: public_key?.toString("base64url") ?? null,
      })),
  }));
}

/** Every file that a version had, with a name that no other has. */
async function listShownDocuments(tx: Transaction<DB>, dealId: string) {
  const rows = await tx
    .selectFrom("deal_versions as v")
    .innerJoin("deal_documents as f", (join) =>
      join.on(sql<boolean>`v.content -> 'documents' @> jsonb_build_array(jsonb_build_object('id', f.id))`),
    )
    .select(["f.id", "f.file_id", "f.number", "f.file_name"])
    .distinct()
    .where("v.deal_id", "=", dealId)
    .where("f.deal_id", "=", dealId)
    .orderBy("f.id")
    .execute();
  return rows.map(({ id, file_id, number, file_name }) => ({
    file_id,
    name: `${id}-v${number}-${plainName(file_name)}`,
  }));
}

/** Replaces characters that a path could be made of. */
const plainName = (name: string): string => name.replaceAll(/[^\p{L}\p{N} ._-]/gu, "_");

const cell = (value: unknown): string =>
  value === null || value === undefined ? "" : value instanceof Date ? value.toISOString() : String(value);

/** A row of cells for each record, in the order of the columns. */
function toTable<Row>(rows: Row[], columns: readonly [name: string, read: (row: Row) => unknown][]): EvidenceTable {
  return {
    columns: columns.map(([name]) => name),
    rows: rows.map((row) => columns.map(([, read]) => cell(read(row)))),
  };
}

const versions: ReadTable = async (tx, dealId) => {
  const rows = await tx
    .selectFrom("deal_version_list as v")
    .innerJoin("deal_versions as frozen", "frozen.id", "v.id")
    .select(["v.id", "v.number", "v.terms_number", "v.created_at", "v.author_name", "v.approved_at"])
    .select(["v.approved_by_name", "v.page_sha256"])
    .select(sql<FrozenDocument[]>`frozen.content -> 'documents'`.as("documents"))
    .where("v.deal_id", "=", dealId)
    .orderBy("v.number")
    .execute();
  return toTable(rows, [
    ["Version", (row) => row.number],
    ["Terms", (row) => row.terms_number],
    ["Made at (UTC)", (row) => row.created_at],
    ["Made by", (row) => row.author_name],
    ["Approved at (UTC)", (row) => row.approved_at],
    ["Approved by", (row) => row.approved_by_name],
    ["SHA-256 of the page", (row) => row.page_sha256],
    ["SHA-256 of its documents", (row) => row.documents.map(({ sha256 }) => sha256).join(" ")],
    ["Id", (row) => row.id],
  ]);
};

const moves: ReadTable = async (tx, dealId) =>
  toTable(await listMoves(tx, dealId), [
    ["Moved at (UTC)", (row) => row.moved_at],
    ["From", (row) => row.from],
    ["To", (row) => row.to],
    ["By", (row) => (row.is_by_clock ? "The clock" : row.moved_by_name)],
    ["Reason", (row) => row.reason],
  ]);

/** Lists the statements under which somebody was shown the deal. Their figures stay sealed. */
const statements: ReadTable = async (tx, dealId) => {
  const rows = await tx
    .selectFrom("statement_register as s")
    .innerJoin("statement_forms as f", "f.id", "s.form_id")
    .select(["s.id", "s.kind", "s.version_label", "f.sha256 as form_sha256", "s.signed_at"])
    .select((by) => by.fn.coalesce("s.full_name", "s.email").as("full_name"))
    .select(["s.signed_on", "s.valid_through", "s.state", "s.live_from", "s.ended_at", "s.page_sha256"])
    .where("s.id", "in", (shown) =>
      shown
        .selectFrom("deliveries as d")
        .innerJoin("deal_versions as v", "v.id", "d.deal_version_id")
        .select("d.statement_id")
        .where("v.deal_id", "=", dealId),
    )
    .orderBy("s.id")
    .execute();
  return toTable(rows, [
    ["Id", (row) => row.id],
    ["Name", (row) => row.full_name],
    ["Kind", (row) => row.kind],
    ["Form", (row) => row.version_label],
    ["SHA-256 of the form", (row) => row.form_sha256],
    ["Signed at (UTC)", (row) => row.signed_at],
    ["Signed on", (row) => row.signed_on],
    ["Valid through", (row) => row.valid_through],
    ["State", (row) => row.state],
    ["Valid from (UTC)", (row) => row.live_from],
    ["Ended at (UTC)", (row) => row.ended_at],
    ["SHA-256 of the page as signed", (row) => row.page_sha256],
  ]);
};

/** The chain over the register of all deals. */
const seals: ReadTable = async (tx) => {
  const rows = await tx
    .selectFrom("delivery_seals")
    .select(["day", "sealed_at", "erased", "previous_sha256", "sha256"])
    .select(sql<number>`octet_length(row_hashes) / 32`.as("rows"))
    .orderBy("day")
    .execute();
  return toTable(rows, [
    ["Day", (row) => row.day],
    ["Sealed at (UTC)", (row) => row.sealed_at],
    ["Rows", (row) => row.rows],
    ["Erased with their records", (row) => row.erased],
    ["SHA-256 before", (row) => row.previous_sha256],
    ["SHA-256", (row) => row.sha256],
  ]);
};

const documents: ReadTable = async (tx, dealId) => {
  const rows = await tx
    .selectFrom("deal_room")
    .select(["id", "title", "number", "file_name", "media_type", "bytes", "sha256", "pages", "state", "refusal"])
    .select(["is_downloadable", "created_at", "author_name", "removed_at"])
    .where("deal_id", "=", dealId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return toTable(rows, [
    ["Id", (row) => row.id],
    ["Title", (row) => row.title],
    ["Version", (row) => row.number],
    ["File", (row) => row.file_name],
    ["Type", (row) => row.media_type],
    ["Bytes", (row) => row.bytes],
    ["SHA-256", (row) => row.sha256],
    ["Pages", (row) => row.pages],
    ["State", (row) => row.refusal ?? row.state],
    ["May be downloaded", (row) => row.is_downloadable],
    ["Added at (UTC)", (row) => row.created_at],
    ["Added by", (row) => row.author_name],
    ["Removed at (UTC)", (row) => row.removed_at],
  ]);
};

const mails: ReadTable = async (tx, dealId) => {
  const rows = await tx
    .selectFrom("deal_mails as m")
    .innerJoin("deal_mailing_list as l", "l.id", "m.mailing_id")
    .leftJoin("investor_record_list as r", "r.user_id", "m.user_id")
    .select(["l.kind", "l.created_at", "m.state", "m.reason", "m.changed_at"])
    .select((by) => by.fn.coalesce("r.full_name", "r.email").as("full_name"))
    .where("l.deal_id", "=", dealId)
    .orderBy("m.id")
    .execute();
  const messages = await tx
    .selectFrom("message_recipients as m")
    .innerJoin("messages as l", "l.id", "m.message_id")
    .select([sql<string>`'message'`.as("kind"), "l.started_at as created_at", "m.state", "m.reason", "m.changed_at"])
    .select((by) => by.fn.coalesce("m.full_name", "m.email").as("full_name"))
    .where("l.deal_id", "=", dealId)
    .orderBy("m.id")
    .execute();
  return toTable(
    [...rows, ...messages],
    [
      ["Kind", (row) => row.kind],
      ["Started at (UTC)", (row) => row.created_at],
      ["Name", (row) => row.full_name],
      ["State", (row) => row.state],
      ["Not sent because", (row) => row.reason],
      ["Changed at (UTC)", (row) => row.changed_at],
    ],
  );
};

const questions: ReadTable = async (tx, dealId) => {
  const rows = await tx
    .selectFrom("deal_question_list")
    .select(["id", "asked_at", "asked_by_name", "question", "answer", "answered_at", "answered_by_name"])
    .select(["merged_into", "declined_reason", "told_at"])
    .where("deal_id", "=", dealId)
    .orderBy("asked_at")
    .orderBy("id")
    .execute();
  return toTable(rows, [
    ["Id", (row) => row.id],
    ["Asked at (UTC)", (row) => row.asked_at],
    ["Asked by", (row) => row.asked_by_name],
    ["Question", (row) => row.question],
    ["Answer", (row) => row.answer],
    ["Answered at (UTC)", (row) => row.answered_at],
    ["Answered by", (row) => row.answered_by_name],
    ["Put together with", (row) => row.merged_into],
    ["Declined because", (row) => row.declined_reason],
    ["Followers told at (UTC)", (row) => row.told_at],
  ]);
};

const calls: ReadTable = async (tx, dealId) => {
  const rows = await tx
    .selectFrom("deal_calls as c")
    .leftJoin("deal_call_people as p", "p.call_id", "c.id")
    .select(["c.id", "c.starts_at", "c.ends_at", "c.cancelled_reason"])
    .select(["p.full_name", "p.requested_at", "p.withdrawn_at", "p.joined_at"])
    .where("c.deal_id", "=", dealId)
    .orderBy("c.starts_at")
    .orderBy("p.requested_at")
    .execute();
  return toTable(rows, [
    ["Call", (row) => row.id],
    ["Starts at (UTC)", (row) => row.starts_at],
    ["Ends at (UTC)", (row) => row.ends_at],
    ["Cancelled because", (row) => row.cancelled_reason],
    ["Name", (row) => row.full_name],
    ["Asked to join at (UTC)", (row) => row.requested_at],
    ["Withdrew at (UTC)", (row) => row.withdrawn_at],
    ["Joined at (UTC)", (row) => row.joined_at],
  ]);
};

const evidenceTables = { versions, moves, statements, seals, documents, mails, questions, calls };
