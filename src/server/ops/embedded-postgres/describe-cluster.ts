import { randomBytes } from "node:crypto";
import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import type { DatabaseEndpoint } from "../../platform/db/database-address.ts";
import { findBinaries, runnableBinaries } from "./binaries.ts";
import { type Cluster, socketFolderOf, socketPort } from "./cluster.ts";
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
