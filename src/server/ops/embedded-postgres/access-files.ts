import { randomBytes } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { type Cluster, listensOnSocket } from "./cluster.ts";
import { giveTo } from "./server-user.ts";

const note = "# Written at every start of the club; changes are lost.";

/**
 * Unix socket with peer authentication: this OS user and root, only as the app's role. TCP (Windows) keeps initdb's
 * password rule.
 */
export function writeAccessFiles(cluster: Cluster): void {
  if (!listensOnSocket(cluster)) return;
  const { user, database } = cluster.endpoint;
  const osUsers = new Set([osUserName(), "root"]);
  const map = [...osUsers].map((name) => `${user} "${name}" ${user}`);
  replaceFile(cluster, "pg_ident.conf", [note, ...map]);
  replaceFile(cluster, "pg_hba.conf", [note, `local ${database} ${user} peer map=${user}`]);
}

/** Replaced by rename, which does not follow a symlink planted there. */
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
