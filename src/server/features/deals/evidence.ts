import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import type { Transaction } from "kysely";
import type { Logger } from "pino";
import { ZipFile } from "yazl";
import { dealEvidenceMessages as messages } from "#shared/deals/deal-register-messages.ts";
import { toCsv } from "#shared/to-csv.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { type CsvExport, csvStream } from "../../platform/http/csv-stream.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { findDeal } from "./deal-queries.ts";
import { deliveriesCsv } from "./deliveries-csv.ts";
import {
  type EvidenceTable,
  evidenceTables,
  listPages,
  listShownDocuments,
  listSignedActs,
} from "./evidence-queries.ts";
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
