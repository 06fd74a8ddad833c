import { promisify } from "node:util";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";
import { maximumUnpackedBytes } from "./document-worker-limits.ts";
import { RefusedDocument } from "./refused-document.ts";

const open = promisify<Buffer, object, ZipFile>(fromBuffer);
const macroParts = /vbaProject|macrosheets\/|\.bin$/i;
const macroTypes = /macroEnabled|ms-office\.vbaProject/i;
const types = "[Content_Types].xml";

/** Unpacks each part once, within bounds. @throws RefusedDocument */
export async function checkWorkbook(file: Buffer): Promise<void> {
  const zip = await open(file, { lazyEntries: true, autoClose: false });
  const parts = new Set<string>();
  let unpacked = 0;
  for await (const entry of entriesOf(zip)) {
    if (entry.isEncrypted()) throw new RefusedDocument("locked");
    if (macroParts.test(entry.fileName)) throw new RefusedDocument("macros");
    parts.add(entry.fileName);
    // What the directory says: a part that holds more does not unpack.
    unpacked += entry.uncompressedSize;
    if (unpacked > maximumUnpackedBytes) throw new RefusedDocument("unreadable");
    const pieces: Buffer[] = [];
    for await (const piece of await promisify(zip.openReadStream.bind(zip, entry))()) {
      if (entry.fileName === types) pieces.push(piece);
    }
    if (macroTypes.test(Buffer.concat(pieces).toString())) throw new RefusedDocument("macros");
  }
  if (!parts.has(types) || !parts.has("xl/workbook.xml")) throw new RefusedDocument("unreadable");
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | undefined>((resolve, reject) => {
      zip
        .once("entry", resolve)
        .once("end", () => resolve(undefined))
        .once("error", reject);
      zip.readEntry();
    });
    zip.removeAllListeners();
    if (!entry) return;
    yield entry;
  }
}
