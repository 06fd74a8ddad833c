import { promisify } from "node:util";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";

const open = promisify<Buffer, object, ZipFile>(fromBuffer);

interface ZipLimits {
  /** Without what is left out. */
  entries: number;
  /** Of all together, as its directory says: an entry that holds more cannot be read. */
  unpackedBytes: number;
}

export class ZipTooLarge extends Error {
  override name = "ZipTooLarge";
  readonly limit: keyof ZipLimits;
  constructor(limit: keyof ZipLimits) {
    super(limit);
    this.limit = limit;
  }
}

export interface ZipEntry {
  /** With its folders, between slashes. */
  name: string;
  isEncrypted: boolean;
  /** Of all of it, before the next entry. */
  read(): Promise<AsyncIterable<Buffer>>;
}

/** Entry by entry, for a process of its own. @throws ZipTooLarge, or another error for what is no ZIP. */
export async function* readZip(file: Buffer, limits: ZipLimits): AsyncGenerator<ZipEntry> {
  yield* readEntries(file, limits, () => true);
}

/** As `readZip`, without folders and what macOS and Windows add to those that people pack. */
export async function* readPackedFiles(file: Buffer, limits: ZipLimits): AsyncGenerator<ZipEntry> {
  yield* readEntries(file, limits, (name) => !name.endsWith("/") && !name.split("/").some(isOfSystem));
}

/** What the systems keep beside each file, and their folders' settings. */
const isOfSystem = (part: string): boolean =>
  /^(?:__MACOSX|\._.*|\.DS_Store|\.localized|Icon\r|Thumbs\.db|ehthumbs\.db|desktop\.ini)$/i.test(part);

/** An entry that is left out counts as a fraction of one that is not. */
const leftOutPerEntry = 10;

async function* readEntries(
  file: Buffer,
  limits: ZipLimits,
  isTaken: (name: string) => boolean,
): AsyncGenerator<ZipEntry> {
  const zip = await open(file, { lazyEntries: true, autoClose: false });
  if (zip.entryCount > limits.entries * leftOutPerEntry) throw new ZipTooLarge("entries");
  let [unpacked, entries] = [0, 0];
  for await (const entry of entriesOf(zip)) {
    if (!isTaken(entry.fileName)) continue;
    entries += 1;
    if (entries > limits.entries) throw new ZipTooLarge("entries");
    unpacked += entry.uncompressedSize;
    if (unpacked > limits.unpackedBytes) throw new ZipTooLarge("unpackedBytes");
    yield {
      name: entry.fileName,
      isEncrypted: entry.isEncrypted(),
      read: promisify(zip.openReadStream.bind(zip, entry)),
    };
  }
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
