import type { DatabaseEndpoint } from "../../platform/db/database-address.ts";
import type { Binaries } from "./binaries.ts";
import type { ServerUser } from "./server-user.ts";

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
