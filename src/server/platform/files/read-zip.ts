import { promisify } from "node:util";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";

const open = promisify<Buffer, object, ZipFile>(fromBuffer);

interface ZipLimits {
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
  name: string;
  isEncrypted: boolean;
  /** Of all of it, before the next entry. */
  read(): Promise<AsyncIterable<Buffer>>;
}

/** Entry by entry, for a process of its own. @throws ZipTooLarge, or another error for what is no ZIP. */
export async function* readZip(file: Buffer, limits: ZipLimits): AsyncGenerator<ZipEntry> {
  const zip = await open(file, { lazyEntries: true, autoClose: false });
  if (zip.entryCount > limits.entries) throw new ZipTooLarge("entries");
  let unpacked = 0;
  for await (const entry of entriesOf(zip)) {
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
