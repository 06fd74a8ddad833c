import { type Cluster, listensOnSocket } from "./cluster.ts";

/** For some thousand members on a small machine. */
const tuning = {
  shared_buffers: "64MB",
  max_connections: "50",
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
