import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "pg";
import { expect, it } from "vitest";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import type { ClubProcess } from "./support/club-process.ts";
import { connectTo, ownDatabase, serverPidOf } from "./support/database.ts";
import { prepareStage } from "./support/stage.ts";
import { type Answer, call, signInAsAdmin } from "./support/visitor.ts";

const { folder, sampleClubFolder, spawn, startOperatorsPostgres } = prepareStage();
const newcomer = { email: "mina@mail.example", password: "seven-quiet-otters", full_name: "Mina Patel" };

/** Each needs one of `lockedTables`. `status` is the successful one. */
const calls: { route: string; body?: object; status: number }[] = [
  { route: "GET /readyz", status: 200 },
  { route: "GET /api/session", status: 200 },
  { route: "POST /api/session/refresh", status: 200 },
  { route: "GET /api/member-profiles", status: 200 },
  { route: "POST /api/invitations", body: { email: "otto@mail.example" }, status: 201 },
  { route: "POST /api/auth/sign-in/email", body: sampleAccounts.member, status: 200 },
  { route: "POST /api/registrations", body: newcomer, status: 201 },
];
const lockedTables = "auth.sessions, user_roles";
const unavailable = [503, "application/problem+json", "2", "database_unavailable"];

interface PreparedCall {
  status: number;
  make: () => Promise<Answer>;
}

it("Requests get a retryable error when the club's own PostgreSQL is killed, and the club recovers in seconds", async () => {
  const dataDir = sampleClubFolder();
  const club = spawn({ DATA_DIR: dataDir });
  const prepared = await prepareCalls(await club.url());
  const blocker = await connectTo(ownDatabase(dataDir));
  // Waiting for one table with the other locked would be half of a deadlock with the club's own jobs.
  const lockNow = () =>
    blocker.query(`begin; lock table ${lockedTables} in access exclusive mode nowait`).then(() => true);
  await expect.poll(() => lockNow().catch(() => blocker.query("rollback").then(() => false))).toBe(true);
  const cutOff = prepared.map(({ make }) => make());
  await waitUntilAllWait(blocker);
  const { rows } = await blocker.query("select pg_backend_pid() as pid");
  // A stopped backend keeps its locks, which delays the restart.
  process.kill(rows[0].pid, "SIGSTOP");
  process.kill(serverPidOf(dataDir), "SIGKILL");
  await expectUnavailable(cutOff);
  await expectUnavailable(prepared.map(({ make }) => make()));
  process.kill(rows[0].pid, "SIGKILL");
  await expectRecovery(club, dataDir, prepared);
  expect(club.said()).toContain("PostgreSQL restarted");
});

it("Requests get a retryable error while the operator's PostgreSQL is down, and the club recovers once it is back", async () => {
  const postgres = await startOperatorsPostgres("sample club");
  const dataDir = folder();
  const club = spawn({ DATA_DIR: dataDir, ...postgres.settings });
  const url = await club.url();
  const prepared = await prepareCalls(url);
  await postgres.stop();
  await expectUnavailable(prepared.map(({ make }) => make()));
  expect((await call(url, "GET /healthz")).status).toBe(200);
  await postgres.start();
  await expectRecovery(club, dataDir, prepared);
});

/** Prepares the calls as an admin, and the registration as a visitor. */
async function prepareCalls(url: string): Promise<PreparedCall[]> {
  const cookie = await signInAsAdmin(url);
  const { body: invitation } = await call(url, "POST /api/invitations", { email: newcomer.email }, cookie);
  return calls.map(({ route, body, status }) => ({
    status,
    make: () =>
      body === newcomer ? call(url, route, { ...body, code: invitation.code }) : call(url, route, body, cookie),
  }));
}

async function waitUntilAllWait(blocker: Client) {
  const waiting = "select count(distinct pid)::int as count from pg_locks where not granted";
  await expect.poll(async () => (await blocker.query(waiting)).rows[0].count).toBeGreaterThanOrEqual(calls.length);
}

async function expectUnavailable(answers: Promise<Answer>[]) {
  expect((await Promise.all(answers)).map(summary)).toEqual(calls.map(() => unavailable));
}

/** Every error must be 503 until recovery; queued mails must be sent. */
async function expectRecovery(club: ClubProcess, dataDir: string, prepared: PreparedCall[]) {
  const comesBack = async ({ status, make }: PreparedCall) => {
    const answers: Answer[] = [];
    const latest = async () => {
      if (answers.at(-1)?.status !== status) answers.push(await make());
      return answers.at(-1)?.status;
    };
    await expect.poll(latest).toBe(status);
    expect(answers.slice(0, -1).map(summary)).toEqual(answers.slice(1).map(() => unavailable));
  };
  await Promise.all(prepared.map(comesBack));
  const mails = () => {
    const folderOfMails = join(dataDir, "mail");
    return readdirSync(folderOfMails).map((name) => readFileSync(join(folderOfMails, name), "utf8"));
  };
  for (const email of ["otto@mail.example", newcomer.email]) {
    await expect.poll(() => mails().some((mail) => mail.includes(`\nTo: ${email}`))).toBe(true);
  }
  expect(club.process.exitCode).toBeNull();
  expect(club.said()).not.toContain("fatal error, stopping");
}

const summary = ({ status, headers, body }: Answer) => [
  status,
  headers.get("content-type"),
  headers.get("retry-after"),
  body.code,
];
