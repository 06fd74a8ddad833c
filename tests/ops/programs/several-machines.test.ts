import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { giveTo } from "#server/ops/embedded-postgres/server-user.ts";
import { isTrueWithin } from "#server/ops/embedded-postgres/wait.ts";
import { findPort } from "#server/ops/start/start-club.ts";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { auditLoad, nothingAmiss, startLoad } from "../faults/support/load.ts";
import type { ClubProcess } from "../support/club-process.ts";
import { authSecret } from "../support/prepared-data.ts";
import { prepareStage } from "../support/stage.ts";
import { call, signIn, signInAsAdmin } from "../support/visitor.ts";
import { findProgram, type Program, startProgram } from "./support/program.ts";
import { type ReplicatedPostgres, startReplicatedPostgres } from "./support/replicated-postgres.ts";

const { folder, spawn } = prepareStage();
vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 });

const loopback = "127.0.0.1";
const metricsToken = "figures-for-prometheus";
const writesPerPhase = 100;
const freePort = () => findPort({ host: loopback, port: 0 });

let postgres: ReplicatedPostgres;
let clubs: ClubProcess[];
let processes: string[];
let balancer: string;
let admin: string;
let member: string;
const programs: Program[] = [];

/** Three processes behind Caddy; PgBouncer before the primary; the replica read by all three. */
beforeAll(async () => {
  postgres = await startReplicatedPostgres(folder());
  const pooler = await startPooler();
  const balancerPort = await freePort();
  balancer = `http://${loopback}:${balancerPort}`;
  const settings = {
    APP_URL: balancer,
    AUTH_SECRET: authSecret,
    DATABASE_URL: pooler,
    DATABASE_DIRECT_URL: postgres.primary.url,
    DATABASE_PREPARED: "off",
    READ_DATABASE_URL: postgres.replica.url,
    METRICS_TOKEN: metricsToken,
  };
  const ports = [await freePort(), await freePort(), await freePort()];
  clubs = ports.map((port) => spawn({ ...settings, PORT: String(port) }));
  for (const club of clubs) await isReady(club);
  processes = ports.map((port) => `http://${loopback}:${port}`);
  await startBalancer(balancerPort, ports);
  admin = await signInAsAdmin(balancer);
  member = await signIn(balancer, sampleAccounts.member);
});

afterAll(async () => {
  for (const program of programs) await program.stop("SIGTERM");
  for (const { process } of clubs ?? []) process.kill("SIGTERM");
  await Promise.all((clubs ?? []).map(({ ended }) => ended));
  await postgres?.stop();
});

async function startPooler(): Promise<string> {
  const port = await freePort();
  const data = folder();
  const file = join(data, "pgbouncer.ini");
  const { host, user, database } = postgres.primary.endpoint;
  const example = readFileSync("deploy/pgbouncer.ini", "utf8")
    .replace("host=db.example", `host=${host} user=${user}`)
    .replace("listen_port = 6432", `listen_port = ${port}\nunix_socket_dir =`)
    .replace(/auth_type = .*\nauth_file = .*/, "auth_type = any");
  writeFileSync(file, example);
  giveTo(postgres.user, data);
  const program = startProgram(findProgram("pgbouncer"), [file], { ...(postgres.user && { user: postgres.user }) });
  programs.push(program);
  if (!(await isTrueWithin(20_000, () => program.said().includes("process up")))) throw new Error(program.said());
  return `postgres://${user}@${loopback}:${port}/${database}`;
}

async function startBalancer(port: number, ports: readonly number[]): Promise<void> {
  const data = folder();
  const file = join(data, "Caddyfile");
  writeFileSync(file, readFileSync("deploy/balancer.Caddyfile", "utf8").replace(/^\{\n/m, "{\n\tadmin off\n"));
  const env = {
    HOME: data,
    XDG_DATA_HOME: data,
    XDG_CONFIG_HOME: data,
    CLUB_ADDRESS: `http://${loopback}:${port}`,
    CLUB_UPSTREAMS: ports.map((each) => `${loopback}:${each}`).join(" "),
  };
  const program = startProgram(findProgram("caddy"), ["run", "--config", file, "--adapter", "caddyfile"], { env });
  programs.push(program);
  const isUp = () =>
    call(balancer, "GET /readyz")
      .then(({ status }) => status === 200)
      .catch(() => false);
  if (!(await isTrueWithin(20_000, isUp))) throw new Error(program.said());
}

/** The first start fills the sample club, while the others wait. */
async function isReady(club: ClubProcess): Promise<void> {
  const isUp = await isTrueWithin(
    240_000,
    () => club.said().includes("Kindling is ready") || club.process.exitCode !== null,
  );
  if (!isUp || club.process.exitCode !== null) throw new Error(`The club did not start:\n${club.said()}`);
}

/** The sum covers all processes that run. */
async function countReplicaReads(outcome: "answered" | "behind" | "failed"): Promise<number> {
  let sum = 0;
  for (const url of processes) {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
    sum += Number(
      new RegExp(`kindling_replica_reads_total\\{outcome="${outcome}"\\} (\\d+)`).exec(await answer.text())?.[1],
    );
  }
  return sum;
}

const lists = ["/api/member-profiles", "/api/session", "/api/events", "/api/notices", "/api/investments"];

const choices = ["mail", "never"];

/** A list that the replica may answer. @returns the member's choice of how to be told of events. */
async function readChoice(url: string): Promise<string | undefined> {
  const { body } = await call(url, "GET /api/notice-choices/me", undefined, member);
  return body.items?.find(({ topic }: { topic: string }) => topic === "events")?.choice;
}

const choose = (url: string, choice: string) =>
  call(url, "PUT /api/notice-choices/me", { topic: "events", choice }, member).catch(() => ({ status: 0 }));

/** A member whose programs read, and who looks for what they have just chosen. */
function startReaders() {
  const unexpected: string[] = [];
  const counted = { reads: 0, own: 0 };
  let isOver = false;
  const read = async (turn: number) => {
    for (let n = turn; !isOver; n++) {
      const path = lists[n % lists.length] as string;
      const answer = await call(balancer, `GET ${path}`, undefined, member).catch(() => undefined);
      counted.reads++;
      if (answer?.status !== 200) unexpected.push(`${path}: ${answer?.status ?? 0}`);
      else if (path === "/api/session" && answer.body.session?.role !== "member") unexpected.push("signed out");
    }
  };
  const chooseAndRead = async () => {
    for (let n = 0; !isOver; n++) {
      const choice = choices[n % choices.length] as string;
      const { status } = await choose(balancer, choice);
      const found = await readChoice(balancer).catch(() => undefined);
      if (status !== 200 || found === undefined) continue;
      counted.own++;
      if (found !== choice) unexpected.push(`${found} instead of ${choice}`);
    }
  };
  const working = Promise.all([read(0), read(2), read(4), chooseAndRead()]);
  return {
    counted,
    stop: async () => {
      isOver = true;
      await working;
      return unexpected;
    },
  };
}

it("Members read from the replica, and find what they have just written, whichever process and server answers", async () => {
  const before = await countReplicaReads("answered");
  const readers = startReaders();
  const { counted } = readers;
  expect(await isTrueWithin(120_000, () => counted.reads > 300 && counted.own > 50)).toBe(true);
  expect(await readers.stop()).toEqual([]);
  const [answered, behind] = [(await countReplicaReads("answered")) - before, await countReplicaReads("behind")];
  console.log(`Reads ${counted.reads}, own writes read ${counted.own}; by the replica ${answered}, behind ${behind}`);
  expect(answered).toBeGreaterThan(100);
});

it("No member reads old data while the replica is far behind", async () => {
  await postgres.holdReplica(true);
  const before = await countReplicaReads("behind");
  for (const choice of ["weekly", "never"]) {
    expect((await choose(balancer, choice)).status).toBe(200);
    for (const url of processes) expect(await readChoice(url)).toBe(choice);
  }
  expect(await countReplicaReads("behind")).toBeGreaterThan(before);
  const { body } = await call(balancer, "GET /api/system", undefined, admin);
  expect(body.database).toMatchObject({
    place: "operator",
    has_pooler: true,
    is_prepared: false,
    replica: { is_up: true },
  });
  expect(body.database.replica.lag_bytes).toBeGreaterThan(0);
  await postgres.holdReplica(false);
});

it("One process and then the replica are killed under load: nothing is lost, and nobody is signed out", async () => {
  const readers = startReaders();
  const load = startLoad(() => [balancer], admin);
  await load.more(writesPerPhase);
  clubs[0]?.process.kill("SIGKILL");
  processes = processes.slice(1);
  await load.more(writesPerPhase);
  await postgres.replica.stop("SIGKILL");
  await load.more(writesPerPhase);
  const ledger = await load.stop();
  const unexpected = await readers.stop();
  console.log(
    `Reads ${readers.counted.reads}, own writes read ${readers.counted.own}, failed on the replica ${await countReplicaReads("failed")}`,
  );
  // The process was answering these at that moment; a balancer repeats only what never reached it.
  expect(unexpected.filter((what) => !/: (502|0)$/.test(what))).toEqual([]);
  expect(unexpected.length).toBeLessThanOrEqual(4);
  const { body } = await call(balancer, "GET /api/system", undefined, admin);
  expect(body.database.replica).toMatchObject({ is_up: false, lag_bytes: null, lag_seconds: null });
  expect(await auditLoad("Process and replica killed", ledger, postgres.primary.endpoint)).toEqual(nothingAmiss);
  for (const cookie of [admin, member]) {
    expect((await call(balancer, "GET /api/session", undefined, cookie)).body.session.role).toMatch(/admin|member/);
  }
});

it("The replica is read again once it is back", async () => {
  await postgres.replica.start();
  const before = await countReplicaReads("answered");
  const readsAgain = async () => {
    await call(balancer, "GET /api/member-profiles", undefined, member);
    return (await countReplicaReads("answered")) > before;
  };
  expect(await isTrueWithin(30_000, readsAgain)).toBe(true);
});
