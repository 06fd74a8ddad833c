import { randomBytes } from "node:crypto";
import {
  closeSync,
  createWriteStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { club } from "#shared/club.ts";
import { OperatorError } from "./operator-command.ts";

interface Place {
  /** A file, or a folder in which the file gets a name of its own. */
  given: string | undefined;
  dataDir: string;
  now: Date;
}

/** Where a backup is to be written: without a place, in DATA_DIR. */
export function nameBackupFile({ given, dataDir, now }: Place): string {
  const folder = given ?? join(dataDir, "backups");
  if (given && !isFolder(given)) return given;
  const time = now.toISOString().replace(/\.\d+/, "").replaceAll(":", "-");
  return join(folder, `${club.product.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}-${time}.backup`);
}

/** @throws OperatorError when the file is there and must not be replaced. */
export function refuseToOverwrite(file: string, mayReplace: boolean): void {
  if (isFolder(file)) throw new OperatorError(`${file} is a folder.`);
  if (existsSync(file) && !mayReplace) {
    throw new OperatorError(`${file} is there already. Choose another name, or add --replace to write over it.`);
  }
}

/**
 * Writes the text, compressed, to a file that only its owner can read. It gets its name when it is whole and on the disk;
 * what is cut short is removed.
 */
export async function writeBackupFile(
  file: string,
  text: AsyncIterable<Buffer>,
  { mayReplace, signal }: { mayReplace: boolean; signal: AbortSignal },
): Promise<void> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Of two backups that are written to one name at once, neither may write into the other's.
  const part = `${file}.${randomBytes(3).toString("hex")}.part`;
  // Opened here and now: a stream would open it later, perhaps only after it was to be removed.
  const fd = openSync(part, "wx", 0o600);
  try {
    const disk = createWriteStream(part, { fd, flush: true });
    await pipeline(Readable.from(text), createGzip(), disk, { signal });
    refuseToOverwrite(file, mayReplace);
    renameSync(part, file);
    writeDown(dirname(file));
  } finally {
    rmSync(part, { force: true });
  }
}

/** The name is on the disk only when its folder is. */
function writeDown(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
