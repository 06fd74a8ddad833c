import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import type { Logger } from "pino";
import { ZipFile } from "yazl";
import { formatMoment, londonDate } from "#shared/london-time.ts";
import { documentPath, fileNamePart } from "#shared/portfolio/document-path.ts";
import { bundleMessages as messages } from "#shared/portfolio/own-bundle-messages.ts";
import { formatTaxYear } from "#shared/portfolio/tax-dates.ts";
import { fileStem } from "#shared/slug.ts";
import { toCsv } from "#shared/to-csv.ts";
import type { Caller } from "../../../context.ts";
import { attachment } from "../../../platform/http/content-disposition.ts";
import { type CsvFile, csvStream } from "../../../platform/http/csv-stream.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { readOwnUpdates } from "../../company-updates/own-updates.ts";
import { ownStatement } from "../../funds/exits/own-statement.ts";
import { ledgerCsv } from "../../funds/ledger/ledger-routes.ts";
import { signedStatementPdf } from "../../statements/signed-statement-pdf.ts";
import { describePortfolio } from "../describe-portfolio.ts";
import { portfolioFiles } from "../portfolio-csv.ts";
import { findLegalName, type OwnPortfolio, readOwn } from "../portfolio-queries.ts";
import { describeYearEnd } from "../year-end/describe-year-end.ts";
import { yearEndCsv } from "../year-end/year-end-csv.ts";
import { bundlePage, updatePage, type WrittenUpdate } from "./bundle-page.tsx";
import {
  type CopiedDocument,
  type Copy,
  findSealedPage,
  listCalledDeals,
  listContacts,
  listCopiedDocuments,
} from "./bundle-queries.ts";

type BundleCaller = Pick<Caller, "dependencies" | "actor"> & { log: Logger };

/**
 * Everything that the caller holds, through the club and outside it, as a ZIP that is written as it is read: one document after the other, a piece
 * at a time. What cannot be read is named in its index, which comes last and so is not there when the archive broke off.
 * @throws before the first byte where the caller's figures cannot be read.
 */
async function ownBundle(caller: BundleCaller): Promise<WebStream<Uint8Array>> {
  const { dependencies, actor, log } = caller;
  const db = dependencies.readAs(actor);
  const now = dependencies.now();
  const today = londonDate(now);
  const { identity, nominee } = await dependencies.readClub();
  const own = await readOwn(caller);
  const [documents, contacts, deals, legalName] = [
    await listCopiedDocuments(db),
    await listContacts(db),
    await listCalledDeals(db),
    await findLegalName(db, actor.userId ?? ""),
  ];

  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const isOver = new Promise<void>((over) => output.once("close", over));
  const sums: { name: string; sha256: string }[] = [];

  const addText = (name: string, content: string) => {
    const bytes = Buffer.from(content);
    sums.push({ name, sha256: createHash("sha256").update(bytes).digest("hex") });
    zip.addBuffer(bytes, name);
  };
  /** @returns what was written of it, once all of it is; of a stream that fails what there was. */
  const addStream = async (name: string, content: AsyncIterable<Uint8Array>, compress: boolean) => {
    const hash = createHash("sha256");
    let failure: unknown;
    const stream = Readable.from(
      (async function* () {
        try {
          for await (const piece of content) {
            hash.update(piece);
            yield piece;
          }
        } catch (error) {
          failure = error;
        }
      })(),
    );
    const isRead = new Promise<void>((read) => stream.once("close", read));
    zip.addReadStream(stream, name, { compress });
    await Promise.race([isRead, isOver]);
    stream.destroy();
    const sha256 = hash.digest("hex");
    sums.push({ name, sha256 });
    return { sha256, failure };
  };

  async function copyFile(document: CopiedDocument, file_id: string): Promise<Copy> {
    const path = documentPath(document);
    let file: Awaited<ReturnType<typeof dependencies.files.open>>;
    let content: AsyncGenerator<Uint8Array>;
    let first: IteratorResult<Uint8Array>;
    try {
      file = await dependencies.files.open(db, file_id);
      if (!file) return { ...document, path: null, state: "missing" };
      content = file.read();
      first = await content.next();
    } catch (error) {
      log.error({ err: error, file_id }, "a document is missing in somebody's copy");
      return { ...document, path: null, state: "missing" };
    }
    const { sha256, failure } = await addStream(path, withFirst(first, content), false);
    if (failure) {
      log.error({ err: failure, file_id }, "a document is cut off in somebody's copy");
      return { ...document, path, state: "cut_off" };
    }
    return { ...document, path, state: sha256 === file.sha256 ? "whole" : "changed" };
  }

  async function copyStatement(document: CopiedDocument): Promise<Copy> {
    const page = await findSealedPage(db, document.id);
    const opened = page && dependencies.pageSeal.open(document.id, page);
    // What is kept is the sum of the page as signed, not of this file.
    if (!page || !opened) return { ...document, sha256: null, path: null, state: page ? "sealed" : "missing" };
    const path = documentPath(document);
    const pdf = await signedStatementPdf(dependencies, page, opened);
    const { sha256 } = await addStream(path, Readable.from([pdf]), false);
    return { ...document, sha256, path, state: "whole" };
  }

  async function copyExit(document: CopiedDocument): Promise<Copy> {
    const path = documentPath(document);
    const { pdf } = await ownStatement(db, document.id, dependencies);
    const { sha256 } = await addStream(path, Readable.from([pdf]), false);
    return { ...document, sha256, path, state: "whole" };
  }

  const copy = (document: CopiedDocument): Promise<Copy> => {
    if (document.file_id) return copyFile(document, document.file_id);
    return document.kind === "exit_statement" ? copyExit(document) : copyStatement(document);
  };

  async function write(): Promise<void> {
    const moment = formatMoment(now);
    addText(messages.readMeName, messages.readMe(identity.name, moment).join("\r\n"));
    const tables = Object.values(portfolioFiles).map((file) => file(own, today));
    const files: { name: string; label: string }[] = [];
    const addCsv = (file: CsvFile, label: string) => {
      const name = `csv/${file.name}.csv`;
      files.push({ name, label });
      addText(name, `\uFEFF${toCsv([file.columns, ...file.rows], { newline: "\r\n" })}`);
    };
    for (const file of tables) addCsv(file, file.name);
    const { years } = describeYearEnd(own, 0, today);
    for (const year of own.lots.length + (own.unissued ?? []).length > 0 ? years : [])
      addCsv(yearEndCsv(describeYearEnd(own, year, today)), messages.taxYear(formatTaxYear(year)));
    for (const [index, { deal_id, company_name, deal_name }] of deals.entries()) {
      if (output.destroyed) return;
      const name = `csv/ledger-${index + 1}-${fileNamePart(company_name)}.csv`;
      files.push({ name, label: messages.ledgerOf(company_name, deal_name) });
      const csv = ledgerCsv(false, deal_id);
      const first = await csv.list(db as never, { limit: rowsAtOnce });
      const next = (cursor: string) => csv.list(db as never, { limit: rowsAtOnce, cursor });
      const { failure } = await addStream(name, csvStream({ ...csv, first, next, onFailure: () => {} }) as never, true);
      if (failure) throw failure;
    }
    const copies: Copy[] = [];
    for (const document of documents) {
      if (output.destroyed) return;
      copies.push(await copy(document));
    }
    const updates: WrittenUpdate[] = [];
    for (const [id, company] of heldThroughClub(own)) {
      if (output.destroyed) return;
      for (const update of (await readOwnUpdates(db, id, today)).items) {
        const path = `updates/${update.quarter}-${fileNamePart(company)}-${update.id.slice(-8)}.html`;
        const letter = copies.find((copy) => copy.id === update.id)?.path ?? null;
        addText(path, updatePage({ company, update, letter }));
        updates.push({ company, quarter: update.quarter, sent_at: update.sent_at, path, letter });
      }
    }
    const figures = describePortfolio(own, [], today);
    addText(
      messages.indexName,
      bundlePage({
        identity,
        nominee,
        legalName,
        moment,
        figures,
        tables,
        files,
        contacts,
        copies,
        updates,
      }),
    );
    zip.addBuffer(Buffer.from(sums.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join("")), messages.sumsName);
    zip.end();
  }
  write().catch((error: Error) => {
    log.error({ err: error }, "somebody's copy of what they hold");
    output.destroy(error);
  });
  return Readable.toWeb(output) as WebStream<Uint8Array>;
}

const heldThroughClub = ({ lots }: OwnPortfolio): Map<string, string> =>
  new Map(lots.flatMap((lot) => (lot.origin === "typed" ? [] : [[lot.company_id, lot.company_name]])));

const rowsAtOnce = 1000;

async function* withFirst(first: IteratorResult<Uint8Array>, rest: AsyncGenerator<Uint8Array>) {
  try {
    if (!first.done) yield first.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

const route = routesOf("Portfolio");

const download = route("get", "/portfolio/me/bundle.zip", {
  name: "downloadOwnBundle",
  summary: "Everything one holds, with all documents, as a ZIP file",
  audience: "person",
  recordsReading: true,
  file: "application/zip",
  refuses: ["invalid_body", "rate_limited", "files_unavailable"],
});

export const bundleRoutes = createRouter().openapi(download, async (c) => {
  const { dependencies, actor } = c.var;
  const { limits, asActor, now, readClub } = dependencies;
  const userId = actor.userId ?? "";
  const { identity } = await readClub();
  const headers = {
    "content-type": "application/zip",
    "cache-control": "private, no-store",
    "content-disposition": attachment(`${fileStem(identity.name)}-all-you-hold-${londonDate(now())}.zip`),
  };
  if (c.req.method === "HEAD") {
    await limits.bundlesPerPerson.assertOpen(userId);
    return c.body(null, 200, headers) as never;
  }
  await limits.bundlesPerPerson.take(userId);
  // Committed first: what broke off was taken too.
  await asActor(actor, async (_tx, effects) => effects.audit("own_copy_downloaded", userId));
  const body = await ownBundle(c.var);
  return c.body(body as ReadableStream, 200, headers) as never;
});
