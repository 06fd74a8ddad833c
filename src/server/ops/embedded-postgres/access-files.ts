import { randomBytes } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { type Cluster, listensOnSocket } from "./cluster.ts";
import { giveTo } from "./server-user.ts";

const note = "# Written at every start of the club; changes are lost.";

/**
 * Lets only this OS user and root connect, and only as the club's role: not as a superuser, not for replication.
 * PostgreSQL asks the kernel who is at the other end of the socket. Over TCP (Windows) initdb's rule stays: a password.
 */
export function writeAccessFiles(cluster: Cluster): void {
  if (!listensOnSocket(cluster)) return;
  const { user, database } = cluster.endpoint;
  const osUsers = new Set([osUserName(), "root"]);
  const map = [...osUsers].map((name) => `${user} "${name}" ${user}`);
  replaceFile(cluster, "pg_ident.conf", [note, ...map]);
  replaceFile(cluster, "pg_hba.conf", [note, `local ${database} ${user} peer map=${user}`]);
}

/** Renamed into place, so that a link planted there by the folder's owner is not followed. */
function replaceFile({ dataFolder, user }: Cluster, name: string, lines: string[]): void {
  const draft = join(dataFolder, `${name}.${randomBytes(6).toString("hex")}`);
  writeFileSync(draft, `${lines.join("\n")}\n`, { mode: 0o600, flag: "wx" });
  giveTo(user, draft);
  renameSync(draft, join(dataFolder, name));
}

function osUserName(): string {
  try {
    return userInfo().username;
  } catch (error) {
    throw new Error(
      `User ${process.getuid?.()} has no name on this machine, and PostgreSQL needs one. Add it to /etc/passwd, start as another user, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}
