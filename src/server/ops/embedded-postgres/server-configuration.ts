import { randomBytes } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { type Cluster, listensOnSocket } from "./cluster.ts";
import { giveTo } from "./server-user.ts";

/** For some thousand members on a small machine. */
const tuning = {
  shared_buffers: "64MB",
  max_connections: "50",
  // A restore makes and drops the whole schema in one transaction, which locks each object of it.
  max_locks_per_transaction: "256",
  max_wal_size: "256MB",
  // Saves four worker processes; data fits in memory, no replicas.
  io_method: "sync",
  max_logical_replication_workers: "0",
  timezone: "UTC",
  log_timezone: "UTC",
};

/** Keeps values of failed statements, such as e-mails, out of the log. */
const logging = {
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
  // Our logger adds the time.
  log_line_prefix: "",
};

export function serverArguments(cluster: Cluster): string[] {
  const { host, port } = cluster.endpoint;
  const place = listensOnSocket(cluster)
    ? { listen_addresses: "", unix_socket_directories: host, unix_socket_permissions: "0700" }
    : { listen_addresses: host, unix_socket_directories: "" };
  const settings = Object.entries({ ...tuning, ...logging, ...place, port: String(port) });
  return ["-D", cluster.dataFolder, ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

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
