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
import { productName } from "#shared/settings/club.ts";
import { fileStem } from "#shared/slug.ts";
import { OperatorError } from "./operator-command.ts";

interface Place {
  /** A file, or a folder for a generated name. */
  given: string | undefined;
  dataDir: string;
  now: Date;
}

/** Defaults to DATA_DIR/backups. */
export function nameBackupFile({ given, dataDir, now }: Place): string {
  const folder = given ?? join(dataDir, "backups");
  if (given && !isFolder(given)) return given;
  const time = now.toISOString().replace(/\.\d+/, "").replaceAll(":", "-");
  return join(folder, `${fileStem(productName)}-${time}.backup`);
}

/** @throws OperatorError when the file exists and must not be replaced. */
export function refuseToOverwrite(file: string, mayReplace: boolean): void {
  if (isFolder(file)) throw new OperatorError(`${file} is a folder.`);
  if (existsSync(file) && !mayReplace) {
    throw new OperatorError(`${file} is there already. Choose another name, or add --replace to write over it.`);
  }
}

/** Writes gzip, mode 0600. Renamed from a temporary name once complete and synced; removed on failure. */
export async function writeBackupFile(
  file: string,
  text: AsyncIterable<Buffer>,
  { mayReplace, signal }: { mayReplace: boolean; signal: AbortSignal },
): Promise<void> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Random: concurrent backups to one name must not share a temporary file.
  const part = `${file}.${randomBytes(3).toString("hex")}.part`;
  // Opened synchronously: a stream could create the file after its removal.
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

/** Syncs the folder, so the rename survives a crash. */
function writeDown(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
