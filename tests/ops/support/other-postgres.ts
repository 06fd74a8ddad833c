import { execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { findConnectionFailure } from "#server/ops/embedded-postgres/find-connection-failure.ts";
import { chooseServerUser, giveTo } from "#server/ops/embedded-postgres/server-user.ts";
import { isTrueWithin } from "#server/ops/embedded-postgres/wait.ts";
import type { DatabaseEndpoint } from "#server/platform/db/database-address.ts";
import { asSuperuser } from "#tests/support/test-cluster.ts";

const debian = "/usr/lib/postgresql";
const startsWithinMilliseconds = 20_000;

/** Installed PostgreSQL of another major version, if any. */
export function findOtherPostgres(): string | undefined {
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  return versions
    .filter((version) => Number(version) >= 15 && version !== "18")
    .map((version) => join(debian, version, "bin"))
    .find((bin) => existsSync(join(bin, "initdb")));
}

/** The server has a database whose owner has no other rights. */
export async function startOtherPostgres(bin: string, folder: string) {
  const user = chooseServerUser(join(folder, "data"));
  giveTo(user, folder);
  const options = { ...user, cwd: folder, env: { PATH: bin, LC_ALL: "C" }, stdio: "ignore" } as const;
  const data = join(folder, "data");
  execFileSync(join(bin, "initdb"), ["-D", data, "--username=postgres", "--auth=trust", "--encoding=UTF8"], options);
  const settings = ["-c", "listen_addresses=", "-c", `unix_socket_directories=${folder}`, "-c", "fsync=off"];
  const server = spawn(join(bin, "postgres"), ["-D", data, ...settings], options);
  const gone = new Promise((resolve) => server.once("close", resolve));
  const endpoint: DatabaseEndpoint = { host: folder, port: 5432, user: "ada", database: "club" };
  const superuser = { ...endpoint, user: "postgres", database: "postgres" };
  await isTrueWithin(startsWithinMilliseconds, async () => !(await findConnectionFailure(superuser)));
  await asSuperuser(endpoint, "create role ada login createrole", "create database club owner ada");
  return {
    endpoint,
    url: `postgres://ada@/club?host=${folder}`,
    stop: async () => {
      server.kill("SIGINT");
      await gone;
    },
  };
}
