import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { giveTo } from "#server/ops/embedded-postgres/server-user.ts";
import { isTrueWithin } from "#server/ops/embedded-postgres/wait.ts";
import { findPort } from "#server/ops/start/listen.ts";
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
    ...{ HOME: data, XDG_DATA_HOME: data, XDG_CONFIG_HOME: data },
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

/** Of all processes that run. */
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

/** Members who read, and an admin who looks for what they have just written. */
function startReaders() {
  const unexpected: string[] = [];
  let reads = 0;
  let isOver = false;
  const expectStatus = (what: string, status: number) => {
    reads++;
    if (status !== 200) unexpected.push(`${what}: ${status}`);
  };
  const read = async (turn: number) => {
    for (let n = turn; !isOver; n++) {
      const path = lists[n % lists.length] as string;
      const answer = await call(balancer, `GET ${path}`, undefined, member).catch(() => undefined);
      expectStatus(path, answer?.status ?? 0);
      const isSession = path === "/api/session" && answer?.status === 200;
      if (isSession && answer.body.session?.role !== "member") unexpected.push("signed out");
    }
  };
  const writeAndRead = async () => {
    for (let n = 0; !isOver; n++) {
      const email = `own-${n}@mail.example`;
      const { status } = await call(balancer, "POST /api/invitations", { email }, admin).catch(() => ({ status: 0 }));
      if (status !== 201) continue;
      const { body } = await call(balancer, "GET /api/invitations?limit=50", undefined, admin);
      reads++;
      if (!body.items?.some((item: { email: string }) => item.email === email))
        unexpected.push(`${email} is not there`);
    }
  };
  const working = Promise.all([read(0), read(2), read(4), writeAndRead()]);
  return {
    stop: async () => {
      isOver = true;
      await working;
      return { reads, unexpected };
    },
  };
}

it("Members read from the replica, and find what they have just written, whichever process and server answers", async () => {
  const before = await countReplicaReads("answered");
  const readers = startReaders();
  const load = startLoad(() => [balancer], admin);
  await load.more(writesPerPhase);
  const ledger = await load.stop();
  const { reads, unexpected } = await readers.stop();
  const [answered, behind] = [(await countReplicaReads("answered")) - before, await countReplicaReads("behind")];
  console.log(`Reads ${reads}, by the replica ${answered}, behind ${behind}`);
  expect(unexpected).toEqual([]);
  expect(answered).toBeGreaterThan(10);
  expect(await auditLoad("Three processes, pooler and replica", ledger, postgres.primary.endpoint)).toEqual(
    nothingAmiss,
  );
});

it("While the replica is far behind nobody reads what is old", async () => {
  await postgres.holdReplica(true);
  const email = "held@mail.example";
  expect((await call(balancer, "POST /api/invitations", { email }, admin)).status).toBe(201);
  const before = await countReplicaReads("behind");
  for (const url of processes) {
    const { body } = await call(url, "GET /api/invitations?limit=50", undefined, admin);
    expect(body.items.map((item: { email: string }) => item.email)).toContain(email);
  }
  expect(await countReplicaReads("behind")).toBeGreaterThan(before);
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
  const { reads, unexpected } = await readers.stop();
  console.log(`Reads ${reads}, failed on the replica ${await countReplicaReads("failed")}`);
  // What was being answered by the process at that moment; a balancer repeats only what never reached it.
  expect(unexpected.filter((what) => !/: (502|0)$/.test(what))).toEqual([]);
  expect(unexpected.length).toBeLessThanOrEqual(4);
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
