import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { giveTo, type ServerUser } from "./server-user.ts";

/** Fixed, since the folder is private. */
export const socketPort = 5432;

/** The lowest of all systems: macOS, 104 bytes with the terminating zero. */
const maximumSocketPathBytes = 103;

/** In the home, or in the temporary folder when the path is too long. */
export function socketFolderOf(home: string): string {
  const name = `kindling-${createHash("sha256").update(home).digest("hex").slice(0, 16)}`;
  const folders = [join(home, "run"), join(tmpdir(), name)];
  return folders.find((folder) => socketPathBytes(folder) <= maximumSocketPathBytes) ?? join("/tmp", name);
}

/** Must not exist before: it could be another user's. */
export function makeSocketFolder(folder: string, user: ServerUser | undefined): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  giveTo(user, folder);
}

function socketPathBytes(folder: string): number {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}`));
}
