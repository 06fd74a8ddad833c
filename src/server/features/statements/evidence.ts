import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";
import { toCsv } from "#shared/to-csv.ts";
import type { Caller } from "../../context.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { findStatements, openPages } from "./queries.ts";
import { readPage } from "./read-page.ts";
import { signedStatementPdf } from "./signed-statement-pdf.ts";
import { statementCells, statementColumns } from "./statements-csv.ts";

/** The register of some statements, and each page as it was signed, byte for byte and as a PDF. */
export async function statementEvidence(
  { dependencies, actor }: Caller,
  { ids, reason }: { ids: string[]; reason: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const opened = await dependencies.asActor(actor, async (tx, effects) => {
    const rows = await findStatements(tx, ids, actor.userId);
    if (rows.length === 0) throw notFound("statement");
    const pages = await openPages(
      tx,
      rows.map(({ id }) => id),
      reason,
    );
    for (const { id } of rows) {
      effects.audit("statement_opened", id, { opening_id: pages.get(id)?.opening_id ?? null, is_evidence: true });
    }
    return rows.map((row) => ({ row, page: readPage(dependencies.pageSeal, row.id, pages.get(row.id)) }));
  });
  const zip = new ZipFile();
  const cells = opened.map(({ row }) => statementCells(row, dependencies.now()));
  zip.addBuffer(Buffer.from(toCsv([statementColumns, ...cells], { newline: "\r\n" })), "register.csv");
  for (const { row, page } of opened) {
    const name = `${row.signed_on}-${row.id}`;
    zip.addBuffer(Buffer.from(page.html), `${name}.html`);
    zip.addBuffer(Buffer.from(await signedStatementPdf(dependencies, row, page)), `${name}.pdf`);
  }
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream));
}
