import { promisify } from "node:util";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";

const open = promisify<Buffer, object, ZipFile>(fromBuffer);

interface ZipLimits {
  /** Entries that are left out do not count. */
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
  const zip = await openZip(file);
  if (zip.entryCount > limits.entries * leftOutPerEntry) throw new ZipTooLarge("entries");
  if (zip.entryCount > limits.entries && (await countTaken(file, isTaken)) > limits.entries)
    throw new ZipTooLarge("entries");
  let unpacked = 0;
  for await (const entry of entriesOf(zip)) {
    if (!isTaken(entry.fileName)) continue;
    unpacked += entry.uncompressedSize;
    if (unpacked > limits.unpackedBytes) throw new ZipTooLarge("unpackedBytes");
    yield {
      name: entry.fileName,
      isEncrypted: entry.isEncrypted(),
      read: promisify(zip.openReadStream.bind(zip, entry)),
    };
  }
}

const openZip = (file: Buffer) => open(file, { lazyEntries: true, autoClose: false });

async function countTaken(file: Buffer, isTaken: (name: string) => boolean): Promise<number> {
  let count = 0;
  for await (const { fileName } of entriesOf(await openZip(file))) if (isTaken(fileName)) count += 1;
  return count;
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
