import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { findConnectionFailure } from "#server/ops/embedded-postgres/find-connection-failure.ts";
import { chooseServerUser, giveTo, type ServerUser } from "#server/ops/embedded-postgres/server-user.ts";
import { isTrueWithin } from "#server/ops/embedded-postgres/wait.ts";
import type { DatabaseEndpoint } from "#server/platform/db/database-address.ts";
import { asSuperuser } from "#tests/support/test-cluster.ts";
import { connectTo } from "../../support/database.ts";
import { findOtherPostgres } from "../../support/other-postgres.ts";

const startsWithinMilliseconds = 60_000;

interface Server {
  endpoint: DatabaseEndpoint;
  url: string;
  start(): Promise<void>;
  stop(signal: NodeJS.Signals): Promise<void>;
}

export interface ReplicatedPostgres {
  user: ServerUser | undefined;
  primary: Server;
  replica: Server;
  /** Nothing more reaches the replica's readers, as if it were far behind. */
  holdReplica(isHeld: boolean): Promise<void>;
  stop(): Promise<void>;
}

/** Two clusters of the operator's, the second one a copy that streams from the first. */
export async function startReplicatedPostgres(folder: string): Promise<ReplicatedPostgres> {
  const bin = findOtherPostgres();
  if (!bin) throw new Error("PostgreSQL is not installed. On Debian: apt-get install postgresql");
  const user = chooseServerUser(join(folder, "primary"));
  const options = { ...user, cwd: folder, env: { PATH: bin, LC_ALL: "C" }, stdio: "ignore" } as const;
  const prepare = (name: string): Server & { data: string } => {
    const sockets = join(folder, name);
    mkdirSync(sockets);
    giveTo(user, sockets);
    const data = join(sockets, "data");
    const endpoint: DatabaseEndpoint = { host: sockets, port: 5432, user: "ada", database: "club" };
    const superuser = { ...endpoint, user: "postgres", database: "postgres" };
    let server: ReturnType<typeof spawn> | undefined;
    return {
      data,
      endpoint,
      url: `postgres://ada@/club?host=${sockets}`,
      start: async () => {
        const settings = {
          listen_addresses: "",
          unix_socket_directories: sockets,
          fsync: "off",
          max_connections: "60",
        };
        const given = Object.entries(settings).flatMap(([setting, value]) => ["-c", `${setting}=${value}`]);
        server = spawn(join(bin, "postgres"), ["-D", data, ...given], options);
        const isUp = async () => !(await findConnectionFailure(superuser));
        if (!(await isTrueWithin(startsWithinMilliseconds, isUp))) throw new Error(`The ${name} did not start.`);
      },
      stop: async (signal) => {
        if (!server || server.exitCode !== null || server.signalCode !== null) return;
        const gone = once(server, "exit");
        server.kill(signal);
        await gone;
      },
    };
  };
  chmodSync(folder, 0o755);
  const [primary, replica] = [prepare("primary"), prepare("replica")];
  const init = ["-D", primary.data, "--username=postgres", "--auth=trust", "--encoding=UTF8"];
  execFileSync(join(bin, "initdb"), init, options);
  await primary.start();
  await asSuperuser(primary.endpoint, "create role ada login createrole", "create database club owner ada");
  const copy = ["-h", primary.endpoint.host, "-U", "postgres", "-D", replica.data, "-R", "-X", "stream", "-c", "fast"];
  execFileSync(join(bin, "pg_basebackup"), copy, options);
  await replica.start();
  return {
    user,
    primary,
    replica,
    holdReplica: async (isHeld) => {
      const client = await connectTo({ ...replica.endpoint, user: "postgres" });
      await client.query(`select pg_wal_replay_${isHeld ? "pause" : "resume"}()`);
      await client.end();
    },
    stop: async () => {
      await replica.stop("SIGINT");
      await primary.stop("SIGINT");
    },
  };
}
