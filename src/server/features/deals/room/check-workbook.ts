import { readZip } from "../../../platform/files/read-zip.ts";
import { maximumUnpackedBytes } from "./document-worker-limits.ts";
import { RefusedDocument } from "./refused-document.ts";

const macroParts = /vbaProject|macrosheets\/|\.bin$/i;
const macroTypes = /macroEnabled|ms-office\.vbaProject/i;
const types = "[Content_Types].xml";

/** Unpacks each part once, within bounds. @throws RefusedDocument, or another error for what is no workbook. */
export async function checkWorkbook(file: Buffer): Promise<void> {
  const parts = new Set<string>();
  for await (const { name, isEncrypted, read } of readZip(file, {
    entries: Number.POSITIVE_INFINITY,
    unpackedBytes: maximumUnpackedBytes,
  })) {
    if (isEncrypted) throw new RefusedDocument("locked");
    if (macroParts.test(name)) throw new RefusedDocument("macros");
    parts.add(name);
    const pieces: Buffer[] = [];
    for await (const piece of await read()) {
      if (name === types) pieces.push(piece);
    }
    if (macroTypes.test(Buffer.concat(pieces).toString())) throw new RefusedDocument("macros");
  }
  if (!parts.has(types) || !parts.has("xl/workbook.xml")) throw new RefusedDocument("unreadable");
}
