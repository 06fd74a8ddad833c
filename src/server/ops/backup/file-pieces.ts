import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { BackupFileError, closing, newline } from "./backup-format.ts";

/** One line with its line break, or some rows of a table. */
type FilePiece = { kind: "line" | "rows"; bytes: Buffer };

const endOfRows = Buffer.from(`\n${closing}\n`);
const blockBytes = 256 * 1024;

/** In order, unchecked. */
export async function* readPieces(file: string): AsyncGenerator<FilePiece> {
  let isAmongRows = false;
  for await (const block of wholeLines(file)) {
    for (let at = 0, end = 0; at < block.length; at = end) {
      const begins = (text: string) => block.toString("latin1", at, at + text.length) === text;
      const isRow: boolean = isAmongRows && !begins(closing);
      end = isRow ? endOfRowsIn(block, at) : block.indexOf(newline, at) + 1;
      isAmongRows = isRow || (!isAmongRows && begins("copy "));
      yield { kind: isRow ? "rows" : "line", bytes: block.subarray(at, end) };
    }
  }
}

function endOfRowsIn(block: Buffer, at: number): number {
  const found = block.indexOf(endOfRows, at);
  return found < 0 ? block.length : found + 1;
}

async function* wholeLines(file: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const chunk of unpack(file)) {
    const end = chunk.lastIndexOf(newline) + 1;
    if (end > 0) yield Buffer.concat([...rest, chunk.subarray(0, end)]);
    rest = end > 0 ? [chunk.subarray(end)] : [...rest, chunk];
  }
  if (rest.some(({ length }) => length > 0)) throw new BackupFileError(file, "is cut short: its end is missing.");
}

async function* unpack(file: string): AsyncGenerator<Buffer> {
  const packed = createReadStream(file);
  const unpacked = createGunzip({ chunkSize: blockBytes });
  packed.on("error", (error) => unpacked.destroy(error)).pipe(unpacked);
  try {
    yield* unpacked;
  } catch (error) {
    throw explain(file, error as NodeJS.ErrnoException);
  } finally {
    packed.destroy();
  }
}

function explain(file: string, error: NodeJS.ErrnoException): Error {
  switch (error.code) {
    case "ENOENT":
      return new BackupFileError(file, "is not there.");
    case "EISDIR":
      return new BackupFileError(file, "is a folder, not a backup.");
    case "EACCES":
      return new BackupFileError(file, "may not be read by this user.");
    case "Z_BUF_ERROR":
      return new BackupFileError(file, "is cut short: its end is missing.");
    default:
      return error.code?.startsWith("Z_") ? new BackupFileError(file, "is damaged, or no backup at all.") : error;
  }
}
