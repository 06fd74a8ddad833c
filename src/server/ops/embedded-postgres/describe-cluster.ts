import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseEndpoint } from "../../platform/db/database-address.ts";
import { type Binaries, findBinaries, program, runnableBinaries } from "./binaries.ts";
import { canReach, chooseServerUser, giveTo, type ServerUser } from "./server-user.ts";

const club = { user: "kindling", database: "kindling" };

/** The caller holds the folder lock. */
export async function describeCluster(home: string): Promise<Cluster> {
  const dataFolder = join(home, "data");
  const user = chooseServerUser(dataFolder);
  takeOver(dataFolder, user);
  const binaries = runnableBinaries(findBinaries(), user, home);
  const endpoint = process.platform === "win32" ? await describeLoopback(home) : describeSocket(home);
  return { home, dataFolder, binaries, user, endpoint };
}

/** Endpoint of the server that another process runs in this home. */
export function describeRunningServer(home: string): DatabaseEndpoint {
  if (process.platform !== "win32") return describeSocket(home);
  const [, , , port] = readFileSync(join(home, "data", "postmaster.pid"), "utf8").split("\n");
  return { ...club, host: "127.0.0.1", port: Number(port), password: findOrCreatePassword(home) };
}

/** Data restored by root has the wrong owner and mode, which PostgreSQL refuses. */
function takeOver(dataFolder: string, user: ServerUser | undefined): void {
  const owner = statSync(dataFolder, { throwIfNoEntry: false });
  if (!owner) return;
  if (user && owner.uid !== user.uid) giveTo(user, dataFolder);
  chmodSync(dataFolder, 0o700);
  if (canReach(user, dataFolder)) return;
  throw new Error(
    `The user ${user?.uid}, whom the database in ${dataFolder} belongs to, may not enter that folder. Let every user pass through the folders above it (chmod o+x), or start as that user.`,
  );
}

function describeSocket(home: string): DatabaseEndpoint {
  return { ...club, host: socketFolderOf(home), port: socketPort };
}

/** TCP for Windows, where sockets have no owner: other users can reach it, so a password is required. */
export async function describeLoopback(home: string): Promise<DatabaseEndpoint> {
  return { ...club, host: "127.0.0.1", port: await findFreePort(), password: findOrCreatePassword(home) };
}

function findOrCreatePassword(home: string): string {
  const file = join(home, "password");
  try {
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8");
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

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
function socketFolderOf(home: string): string {
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
