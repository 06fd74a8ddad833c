import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import {
  BackupFileError,
  type BackupHeader,
  type BackupTrailer,
  type ClubTable,
  closing,
  countLines,
  formatVersion,
  headerSchema,
  newline,
  openingOf,
  trailerSchema,
} from "./backup-format.ts";

export type BackupPart =
  | { kind: "header"; header: BackupHeader }
  | { kind: "table"; table: ClubTable }
  | { kind: "rows"; bytes: Buffer }
  /** End of this table's rows. */
  | { kind: "end" };

/** @returns the trailer, verified against everything read. @throws BackupFileError unless complete and intact. */
export async function* readBackup(file: string): AsyncGenerator<BackupPart, BackupTrailer> {
  const hash = createHash("sha256");
  const rows: number[] = [];
  let header: BackupHeader | undefined;
  let table: ClubTable | undefined;
  let trailer: BackupTrailer | undefined;
  for await (const { kind, bytes } of readPieces(file)) {
    if (trailer) throw damaged(file);
    const line = kind === "line" ? bytes.toString("utf8", 0, bytes.length - 1) : "";
    if (header && !table && line.startsWith("-- ")) {
      trailer = checkTrailer(file, line, { rows, sha256: hash.digest("hex") }, header);
      continue;
    }
    hash.update(bytes);
    if (!header) {
      header = readHeader(file, line);
      yield { kind: "header", header };
    } else if (!table) {
      table = header.tables[rows.length];
      if (!table || line !== openingOf(table)) throw damaged(file);
      rows.push(0);
      yield { kind: "table", table };
    } else if (kind === "rows") {
      rows.push((rows.pop() ?? 0) + countLines(bytes));
      yield { kind: "rows", bytes };
    } else {
      if (line !== closing) throw damaged(file);
      table = undefined;
      yield { kind: "end" };
    }
  }
  if (!trailer) throw new BackupFileError(file, "is cut short: its end is missing.");
  return trailer;
}

/** One line with its line break, or some rows of a table. */
type FilePiece = { kind: "line" | "rows"; bytes: Buffer };

const endOfRows = Buffer.from(`\n${closing}\n`);
const blockBytes = 256 * 1024;

/** In order, unchecked. */
async function* readPieces(file: string): AsyncGenerator<FilePiece> {
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

function readHeader(file: string, line: string): BackupHeader {
  const json = parse(line);
  const { format } = (json ?? {}) as { format?: unknown };
  if (typeof format === "number" && format > formatVersion) {
    throw new BackupFileError(
      file,
      "was written by a newer version. Update this one (git pull, npm install), then try again.",
    );
  }
  if (typeof format === "number" && format < formatVersion) {
    throw new BackupFileError(
      file,
      "was written before the first release, by a version whose database this one cannot read. Restore it with the version that wrote it.",
    );
  }
  const header = headerSchema.safeParse(json).data;
  if (!header) throw new BackupFileError(file, "is no backup of this club.");
  return header;
}

function checkTrailer(file: string, line: string, seen: BackupTrailer, { tables }: BackupHeader): BackupTrailer {
  const written = trailerSchema.safeParse(parse(line)).data;
  const isSame = written?.sha256 === seen.sha256 && String(written.rows) === String(seen.rows);
  if (!isSame || seen.rows.length !== tables.length) throw damaged(file);
  return written;
}

const damaged = (file: string) => new BackupFileError(file, "is damaged: what is in it is not what was written.");

function parse(line: string): unknown {
  try {
    return JSON.parse(line.replace(/^-- /, ""));
  } catch {
    return undefined;
  }
}
