import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseEndpoint } from "../../platform/db/database-address.ts";
import { type Binaries, program } from "./binaries.ts";
import { giveTo, type ServerUser } from "./server-user.ts";

/** Every path is absolute and real. */
export interface Cluster {
  home: string;
  dataFolder: string;
  binaries: Binaries;
  user: ServerUser | undefined;
  /** The app's role: owns its database, no superuser. */
  endpoint: DatabaseEndpoint;
}

export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Keeps our environment variables, secrets included, from child processes. */
export const programEnvironment = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C" };

export function programOptions(cluster: Pick<Cluster, "home" | "user">) {
  return { ...cluster.user, cwd: cluster.home, env: programEnvironment, windowsHide: true };
}

export const listensOnSocket = (cluster: Cluster) => cluster.endpoint.host.startsWith("/");

/** INT: fast shutdown. QUIT: immediate, recovery at next start. */
type StopSignal = "INT" | "QUIT";

/** Windows has no signals: pg_ctl uses a pipe. */
export function signalServer(binaries: Binaries, pid: number, signal: StopSignal): void {
  if (process.platform === "win32") spawnSync(program(binaries, "pg_ctl"), ["kill", signal, String(pid)]);
  else process.kill(pid, `SIG${signal}`);
}

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
