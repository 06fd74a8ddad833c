import type { DatabaseEndpoint } from "../../platform/db/database-address.ts";
import type { Binaries } from "./binaries.ts";
import type { ServerUser } from "./server-user.ts";

/** All that is known about one PostgreSQL of ours before any of its processes runs. Every path is absolute and real. */
export interface Cluster {
  home: string;
  dataFolder: string;
  binaries: Binaries;
  user: ServerUser | undefined;
  /** Of the club's own role, which owns its database and is no superuser. */
  endpoint: DatabaseEndpoint;
}

export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** What PostgreSQL's programs see of the environment: nothing of ours, least of all its secrets. */
export const programEnvironment = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C" };

/** How `spawn` and `spawnSync` run one of its programs. */
export function programOptions(cluster: Pick<Cluster, "home" | "user">) {
  return { ...cluster.user, cwd: cluster.home, env: programEnvironment, windowsHide: true };
}

export const listensOnSocket = (cluster: Cluster) => cluster.endpoint.host.startsWith("/");
