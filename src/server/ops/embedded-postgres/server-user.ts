import { spawnSync } from "node:child_process";
import { lchownSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** PostgreSQL refuses to run as root. */
export interface ServerUser {
  uid: number;
  gid: number;
}

const isRoot = () => process.getuid?.() === 0;

/** The first that exists is preferred; `node` is in Node's images. */
const suitableUsers = ["kindling", "postgres", "_postgres", "node"];

/** Returns `undefined` unless root. It never chooses `nobody`, which other services share. */
export function chooseServerUser(dataFolder: string): ServerUser | undefined {
  if (!isRoot()) return undefined;
  const owner = statSync(dataFolder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0 && owner.uid !== findSystemUser("nobody")?.uid)
    return { uid: owner.uid, gid: owner.gid };
  for (const name of suitableUsers) {
    const user = findSystemUser(name);
    if (user) return user;
  }
  throw new Error(
    "PostgreSQL refuses to run as root, and this machine has no user kindling or postgres to run it as. Create one and start again (useradd --system kindling; on Alpine adduser -S kindling), start as an ordinary user, or set DATABASE_URL.",
  );
}

/** Runs `test` as that user: ACLs and mounts matter too, not only mode bits. */
export function canReach(user: ServerUser | undefined, path: string): boolean {
  if (!user) return true;
  const test = spawnSync("/bin/sh", ["-c", 'test -x "$0" && test -r "$0"', path], {
    ...user,
    cwd: "/",
    stdio: "ignore",
  });
  return test.status === 0;
}

/** @throws Error when a folder belongs to another user. */
export function refuseForeignOwner(...folders: string[]): void {
  const uid = process.getuid?.();
  if (isRoot() || uid === undefined) return;
  for (const folder of folders) {
    const owner = statSync(folder, { throwIfNoEntry: false });
    if (!owner || owner.uid === uid) continue;
    throw new Error(
      `${folder} belongs to another user (number ${owner.uid}). Start as that user or as root, or make it yours: sudo chown -R ${uid} ${folder}`,
    );
  }
}

/** Recursive chown. */
export function giveTo(user: ServerUser | undefined, path: string): void {
  if (!user) return;
  lchownSync(path, user.uid, user.gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const entry of readdirSync(path, { recursive: true, encoding: "utf8" })) {
    lchownSync(join(path, entry), user.uid, user.gid);
  }
}

function findSystemUser(name: string): ServerUser | undefined {
  const { stdout } = spawnSync("id", [name], { encoding: "utf8" });
  const [, uid, gid] = /^uid=(\d+)\S* gid=(\d+)/.exec(stdout ?? "") ?? [];
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}
