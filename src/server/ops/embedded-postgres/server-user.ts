import { spawnSync } from "node:child_process";
import { lchownSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Whom PostgreSQL runs as when we are root, which it refuses. */
export interface ServerUser {
  uid: number;
  gid: number;
}

const isRoot = () => process.getuid?.() === 0;

/** Users made for a service like this one, in the order of preference; `node` is the one in images of Node. */
const suitableUsers = ["kindling", "postgres", "_postgres", "node"];

/**
 * Undefined unless we are root. Otherwise the owner of the data, or the first suitable user; never `nobody`, whom
 * unrelated services share.
 */
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

/** Whether `user` may enter, or run, what is at `path`: asked of the system, which knows more than mode bits tell. */
export function canReach(user: ServerUser | undefined, path: string): boolean {
  if (!user) return true;
  const test = spawnSync("/bin/sh", ["-c", 'test -x "$0" && test -r "$0"', path], {
    ...user,
    cwd: "/",
    stdio: "ignore",
  });
  return test.status === 0;
}

/** @throws Error, with what to do, when one of these folders exists and belongs to somebody we cannot act for. */
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

/** Makes `user` the owner of the file, or of the folder and all that is in it. */
export function giveTo(user: ServerUser | undefined, path: string): void {
  if (!user) return;
  lchownSync(path, user.uid, user.gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const entry of readdirSync(path, { recursive: true, encoding: "utf8" })) {
    lchownSync(join(path, entry), user.uid, user.gid);
  }
}

function findSystemUser(name: string): ServerUser | undefined {
  const [uid, gid] = ["-u", "-g"].map((flag) => spawnSync("id", [flag, name], { encoding: "utf8" }));
  if (uid?.status !== 0 || gid?.status !== 0) return undefined;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}
