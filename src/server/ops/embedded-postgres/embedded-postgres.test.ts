import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client, type ClientConfig, type QueryResultRow } from "pg";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { copyData } from "#tests/ops/support/prepared-data.ts";
import { type DatabaseAddress, type DatabaseEndpoint, pgOptions } from "../../platform/db/database-address.ts";
import { findBinaries, runnableBinaries } from "./binaries.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { findConnectionFailure } from "./find-connection-failure.ts";
import { identifyProcess } from "./folder-lock.ts";
import { canReach, chooseServerUser } from "./server-user.ts";
import { isTrueWithin } from "./wait.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const isRoot = process.getuid?.() === 0;
/** A separate PID namespace. */
const otherContainer = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"];
const [unshare = "", ...unshareFlags] = otherContainer;
const canUnshare = spawnSync(unshare, [...unshareFlags, "true"]).status === 0;
const idOf = (name: string) => Number(execFileSync("id", ["-u", name], { encoding: "utf8" }));
/** Exists on every system. */
const daemon = { uid: idOf("daemon"), gid: idOf("daemon") };

let folder: string;
let dataDir: string;
let warnings: string[];
let servers: EmbeddedPostgres[];
let processes: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync("/tmp/kindling-pg-");
  chmodSync(folder, 0o755);
  dataDir = join(folder, "var");
  warnings = [];
  servers = [];
  processes = [];
});

afterEach(async () => {
  for (const child of processes) child.kill("SIGKILL");
  for (const server of servers) await server.stop();
  const home = join(dataDir, "postgres");
  if (existsSync(home) && lstatSync(home).isSymbolicLink()) rmSync(realpathSync(home), { recursive: true });
  await isTrueWithin(10_000, () => tryToRemove(folder));
});

function tryToRemove(path: string): boolean {
  rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  return !existsSync(path);
}

/** Copies a prepared cluster, to skip initdb. */
function restoreUnused() {
  mkdirSync(dataDir);
  copyData(inject("emptyPostgresData"), dataDir);
}

async function start(): Promise<EmbeddedPostgres> {
  const log = { ...silent, warn: (message: string) => void warnings.push(message) };
  const server = await startEmbeddedPostgres({ dataDir, log });
  servers.push(server);
  return server;
}

async function startProcess(options: { prefix?: string[]; uid?: number; gid?: number } = {}) {
  const { prefix = [], ...user } = options;
  const [command = "", ...args] = [...prefix, process.execPath, inject("builtTestProcesses").postgres, dataDir];
  const child = spawn(command, args, { ...user, stdio: ["ignore", "pipe", "inherit"] });
  processes.push(child);
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return { child, said: JSON.parse(line) as DatabaseEndpoint & { refusal?: string } };
}

async function query<Row extends QueryResultRow>(address: DatabaseAddress, text: string): Promise<Row[]> {
  const client = new Client({ ...pgOptions(address), connectionTimeoutMillis: 5000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const saveNote = (address: DatabaseAddress) => query(address, "create table note as select 'kept' as words");

const readNotes = async (address: DatabaseAddress) =>
  (await query<{ words: string }>(address, "select words from note")).map(({ words }) => words);

const dataFolder = () => join(realpathSync(join(dataDir, "postgres")), "data");
const pidFile = () => join(dataFolder(), "postmaster.pid");
const serverPid = () => Number(readFileSync(pidFile(), "utf8").split("\n")[0]);
const processesOn = (path: string) => spawnSync("pgrep", ["-f", `[ /]${path}`], { encoding: "utf8" }).stdout.trim();

describe("An operator without a database server", () => {
  it("An operator without a database server gets one that keeps its data across restarts", async () => {
    const first = await start();
    await saveNote(first.address);
    await first.stop();
    const second = await start();
    expect(await readNotes(second.address)).toEqual(["kept"]);
  });

  it("The embedded server has a role that owns its database, may create roles, and is not a superuser", async () => {
    restoreUnused();
    const { address } = await start();
    const [facts] = await query(
      address,
      `select rolsuper, rolcreaterole, rolbypassrls, pg_get_userbyid(datdba) as owner, pg_encoding_to_char(encoding) as encoding,
          current_setting('fsync') as fsync, current_setting('data_checksums') as checksums, current_setting('listen_addresses') as listens
        from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
    );
    expect(facts).toEqual({
      rolsuper: false,
      rolcreaterole: true,
      rolbypassrls: false,
      owner: "kindling",
      encoding: "UTF8",
      fsync: "on",
      checksums: "on",
      listens: "",
    });
  });

  it("Only the club's role connects to the embedded server: no superuser, no replication, and no other database", async () => {
    restoreUnused();
    const { address } = await start();
    const endpoint = address as DatabaseEndpoint;
    const refusal = (other: object) => findConnectionFailure({ ...endpoint, ...other }).then((found) => found?.reason);
    const noEntry = "no pg_hba.conf entry for host";
    expect(await refusal({})).toBeUndefined();
    expect(await refusal({ user: "postgres" })).toContain(noEntry);
    expect(await refusal({ user: "postgres", database: "postgres" })).toContain(noEntry);
    expect(await refusal({ database: "template1" })).toContain(noEntry);
    const replication = new Client({ ...pgOptions(endpoint), replication: "true" } as ClientConfig);
    await expect(replication.connect()).rejects.toThrow("no pg_hba.conf entry for replication connection");
  });

  it("A database created when every local user was trusted gets the same access rules", async () => {
    restoreUnused();
    writeFileSync(join(dataFolder(), "pg_hba.conf"), "local all all trust\nlocal replication all trust\n");
    const { address } = await start();
    const asSuperuser = { ...(address as DatabaseEndpoint), user: "postgres" };
    expect((await findConnectionFailure(asSuperuser))?.reason).toContain("no pg_hba.conf entry");
  });

  it("A stopped embedded server leaves no process, pid file, socket or lock", async () => {
    restoreUnused();
    const server = await start();
    const pid = serverPid();
    await server.stop();
    expect(identifyProcess(pid)).toBeUndefined();
    expect(await isTrueWithin(5000, () => processesOn(dataFolder()) === "")).toBe(true);
    expect(existsSync(pidFile())).toBe(false);
    expect(readdirSync(join(dataDir, "postgres"))).toEqual(["data"]);
  });

  it("An operator can keep the data at the end of a very long path", async () => {
    dataDir = join(folder, "a-rather-long-name-for-a-folder/".repeat(6), "Jürgen's club");
    const server = await start();
    await saveNote(server.address);
    const { host } = server.address as DatabaseEndpoint;
    await server.stop();
    expect(existsSync(host)).toBe(false);
    expect(await readNotes((await start()).address)).toEqual(["kept"]);
  });

  it("The embedded server starts from scratch after a first start that was interrupted", async () => {
    mkdirSync(join(dataDir, "postgres", "creating-cut-short", "base"), { recursive: true, mode: 0o755 });
    await start();
    expect(readdirSync(join(dataDir, "postgres")).sort()).toEqual(["data", "lock-1", "run"]);
  });

  it.runIf(isRoot)("An operator can restore a backup of the data folder as root", async () => {
    restoreUnused();
    execFileSync("chown", ["-R", "0:0", dataFolder()]);
    chmodSync(dataFolder(), 0o755);
    await start();
    expect(statSync(dataFolder()).uid).toBe(chooseServerUser("/nowhere")?.uid);
  });
});

describe("A club whose process was killed", () => {
  it("A club whose process was killed can start again at once, while the old server still runs", async () => {
    restoreUnused();
    const { child, said } = await startProcess();
    await saveNote(said);
    const pid = serverPid();
    const watchdog = Number(execFileSync("pgrep", ["-f", `kindling-watchdog ${pid} `], { encoding: "utf8" }));
    process.kill(watchdog, "SIGSTOP");
    child.kill("SIGKILL");
    await once(child, "exit");
    const next = await start();
    process.kill(watchdog, "SIGKILL");
    expect(serverPid()).not.toBe(pid);
    expect(identifyProcess(pid)).toBeUndefined();
    expect(await readNotes(next.address)).toEqual(["kept"]);
  });

  it("A killed club starts again when its recorded process ids now belong to other programs", async () => {
    restoreUnused();
    const owner = isRoot ? chooseServerUser(dataFolder()) : {};
    const stranger = spawn("sleep", ["60"], owner);
    processes.push(stranger);
    const home = join(dataDir, "postgres");
    writeFileSync(pidFile(), `${stranger.pid}\n${dataFolder()}\n1\n5432\n${home}/run\n\n  1 1\nready   \n`);
    writeFileSync(join(home, "lock-7"), JSON.stringify({ pid: stranger.pid, identity: "another time" }));
    await start();
    expect(serverPid()).not.toBe(stranger.pid);
    expect(stranger.exitCode).toBeNull();
    expect(readdirSync(home).filter((name) => name.startsWith("lock-"))).toEqual(["lock-8"]);
  });
});

describe("An operator who starts a second club on the same folder", () => {
  it("An operator of a second club on a folder is told which process uses it, and the first club continues unharmed", async () => {
    restoreUnused();
    const { child, said } = await startProcess();
    await saveNote(said);
    const pid = serverPid();
    await expect(start()).rejects.toThrow(`${dataDir} is already in use by another club (process ${child.pid}).`);
    await expect(start()).rejects.toThrow("DATA_DIR");
    expect(serverPid()).toBe(pid);
    expect(await readNotes(said)).toEqual(["kept"]);
  });

  it("Two clubs that start on one folder at the same moment leave one running, even after a crash", async () => {
    restoreUnused();
    const { child } = await startProcess();
    child.kill("SIGKILL");
    await once(child, "exit");
    const both = await Promise.all([startProcess(), startProcess()]);
    expect(both.filter(({ said }) => said.refusal?.includes("is already in use")).length).toBe(1);
    expect(both.filter(({ said }) => said.database === "kindling").length).toBe(1);
  });

  it.runIf(isRoot && canUnshare)(
    "A second club on a folder is refused in another container too, where the first process is not visible",
    async () => {
      restoreUnused();
      const { address } = await start();
      await saveNote(address);
      const { said } = await startProcess({ prefix: otherContainer });
      expect(said.refusal).toContain("perhaps in another container");
      expect(await readNotes(address)).toEqual(["kept"]);
      await expect(start()).rejects.toThrow(`process ${process.pid}`);
    },
  );
});

describe.runIf(isRoot)("An operator who is root", () => {
  it("A root operator keeps the club under a private home: the database moves to where PostgreSQL reaches, with a warning", async () => {
    chmodSync(folder, 0o700);
    const server = await start();
    await saveNote(server.address);
    const home = realpathSync(join(dataDir, "postgres"));
    expect(home).toMatch(/^\/var\/lib\/kindling-/);
    expect(warnings).toEqual([expect.stringContaining(`The database is kept in ${home}`)]);
    expect(statSync(dataFolder()).mode & 0o777).toBe(0o700);
    await server.stop();
    expect(await readNotes((await start()).address)).toEqual(["kept"]);
  });

  it("A root operator may have made the folder private: only PostgreSQL's group gets access through it", async () => {
    mkdirSync(dataDir, { mode: 0o700 });
    await start();
    const { mode, uid, gid } = statSync(dataDir);
    expect([mode & 0o777, uid, gid]).toEqual([0o710, 0, chooseServerUser(dataFolder())?.gid]);
    expect(warnings).toEqual([]);
  });

  it("A root operator is told that a link is dangling, instead of getting an empty database", async () => {
    chmodSync(folder, 0o700);
    await (await start()).stop();
    rmSync(realpathSync(join(dataDir, "postgres")), { recursive: true });
    await expect(start()).rejects.toThrow("is a link to a folder that is gone");
  });

  it("A root operator may install the club where only root can read: the programs are copied", async () => {
    const user = chooseServerUser(join(folder, "data"));
    const closed = join(folder, "closed");
    mkdirSync(closed, { mode: 0o700 });
    const found = findBinaries();
    cpSync(found.folder, join(closed, "native"), { recursive: true, verbatimSymlinks: true });
    const binaries = { ...found, folder: join(closed, "native") };
    const reachable = runnableBinaries(binaries, user, folder);
    expect(reachable.folder).toBe(join(folder, `server-${found.version}`));
    expect(canReach(user, reachable.folder)).toBe(true);
    const { status, stdout } = spawnSync(join(reachable.folder, "bin", "postgres"), ["--version"], {
      ...user,
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([0, expect.stringContaining("(PostgreSQL) 18.")]);
    expect(runnableBinaries(binaries, user, folder)).toEqual(reachable);
  });

  it("A root operator's server blocks connections from other processes of the user that runs PostgreSQL", async () => {
    restoreUnused();
    const { host, user, database } = (await start()).address as DatabaseEndpoint;
    const script =
      "const [host, user, database] = process.argv.slice(1); new (require('pg').Client)({ host, user, database }).connect().then(() => console.log('in'), (error) => console.log(error.message))";
    const serverUser = chooseServerUser(dataFolder());
    const { stdout } = spawnSync(process.execPath, ["-e", script, host, user, database], {
      ...serverUser,
      encoding: "utf8",
    });
    expect(stdout).toContain(`Peer authentication failed for user "${user}"`);
  });

  it("PostgreSQL no longer runs as nobody, which other services share, even for data that nobody owned before", async () => {
    restoreUnused();
    execFileSync("chown", ["-R", `${idOf("nobody")}`, dataFolder()]);
    await start();
    expect(statSync(dataFolder()).uid).not.toBe(idOf("nobody"));
    expect(statSync(pidFile()).uid).toBe(statSync(dataFolder()).uid);
  });

  it("A root operator is told what to do when there is no suitable user", () => {
    vi.stubEnv("PATH", folder);
    expect(() => chooseServerUser(join(folder, "data"))).toThrow("useradd --system kindling");
    vi.unstubAllEnvs();
  });

  it("A root operator continues with the data of the ordinary user who started the club before, as that user", async () => {
    mkdirSync(dataDir, { mode: 0o777 });
    chmodSync(dataDir, 0o777);
    const { child, said } = await startProcess(daemon);
    await saveNote(said);
    child.kill("SIGTERM");
    await once(child, "exit");
    const server = await start();
    expect(await readNotes(server.address)).toEqual(["kept"]);
    expect(statSync(pidFile()).uid).toBe(daemon.uid);
    await server.stop();
    expect((await startProcess(daemon)).said.database).toBe("kindling");
  });
});

it.runIf(isRoot)("An ordinary user cannot start on another user's data, and is told what to do", async () => {
  restoreUnused();
  const { said } = await startProcess({ uid: 65533, gid: 65533 });
  expect(said.refusal).toContain("postgres belongs to another user (number 0)");
  expect(said.refusal).toContain(`sudo chown -R 65533 ${dataDir}/postgres`);
});
