import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { giveTo, type ServerUser } from "./server-user.ts";

/** Fixed: the folder is ours alone, so that no other server can have this number in it. */
export const socketPort = 5432;

/** The shortest limit among systems (macOS: 104 bytes with the closing zero). */
const maximumSocketPathBytes = 103;

/** Where the server of this home listens: in it, or under the temporary folder when a socket's path would get too long. */
export function socketFolderOf(home: string): string {
  const name = `kindling-${createHash("sha256").update(home).digest("hex").slice(0, 16)}`;
  const folders = [join(home, "run"), join(tmpdir(), name)];
  return folders.find((folder) => socketPathBytes(folder) <= maximumSocketPathBytes) ?? join("/tmp", name);
}

/** An empty folder that only `user`, or we, may enter. Never one that was already there: it could be another person's. */
export function makeSocketFolder(folder: string, user: ServerUser | undefined): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  giveTo(user, folder);
}

function socketPathBytes(folder: string): number {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}`));
}
