import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import type { ClubProcess } from "./support/club-process.ts";
import { connectTo, ownDatabase, serverPidOf, startOperatorsPostgres } from "./support/database.ts";
import { prepareStage } from "./support/stage.ts";
import { type Answer, call, signInAsAdmin } from "./support/visitor.ts";

const { folder, spawn } = prepareStage();
const soon = { timeout: 20_000, interval: 50 };
const newcomer = { email: "mina@mail.example", password: "seven-quiet-otters", full_name: "Mina Patel" };

/** Calls of all kinds, and what they answer when all is well. Each of them waits for one of `lockedTables`. */
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

/** The calls as a signed-in admin makes them; the registration, with an invitation, as a program does. */
async function prepareCalls(url: string) {
  const cookie = await signInAsAdmin(url);
  const { body: invitation } = await call(url, "POST /api/invitations", { email: newcomer.email }, cookie);
  return calls.map(({ route, body, status }) => ({
    status,
    make: () => {
      const isRegistration = route.endsWith("registrations");
      const sent = isRegistration ? { ...body, code: invitation.code } : body;
      return call(url, route, sent, isRegistration ? "" : cookie);
    },
  }));
}

const unavailable = [503, "application/problem+json", "2", "database_unavailable"];
const summary = ({ status, headers, body }: Answer) => [
  status,
  headers.get("content-type"),
  headers.get("retry-after"),
  body.code,
];

it("People whose calls are cut off when the club's own PostgreSQL is killed are told to try again, and seconds later all works", async () => {
  const dataDir = folder();
  const club = spawn({ DATA_DIR: dataDir });
  const url = await club.url();
  const prepared = await prepareCalls(url);
  const blocker = await connectTo(ownDatabase(dataDir));
  await blocker.query(`begin; lock table ${lockedTables} in access exclusive mode`);
  const cutOff = prepared.map(({ make }) => make());
  await waitUntilAllWait(blocker);
  process.kill(serverPidOf(dataDir), "SIGKILL");
  expect((await Promise.all(cutOff)).map(summary)).toEqual(prepared.map(() => unavailable));
  await expectRecovery(club, dataDir, prepared);
});

it("People are told to try again while the operator's PostgreSQL is away, and once it is back all works by itself", async () => {
  const postgres = await startOperatorsPostgres(folder());
  const dataDir = folder();
  const club = spawn({ DATA_DIR: dataDir, ...postgres.settings });
  const url = await club.url();
  const prepared = await prepareCalls(url);
  const blocker = await connectTo(postgres.endpoint);
  await blocker.query(`begin; lock table ${lockedTables} in access exclusive mode`);
  const cutOff = prepared.map(({ make }) => make());
  await waitUntilAllWait(blocker);
  await postgres.stop();
  expect((await Promise.all(cutOff)).map(summary)).toEqual(prepared.map(() => unavailable));
  const away = await Promise.all(prepared.map(({ make }) => make()));
  expect(away.map(summary)).toEqual(prepared.map(() => unavailable));
  expect((await call(url, "GET /healthz")).status).toBe(200);
  await postgres.start();
  await expectRecovery(club, dataDir, prepared);
  club.process.kill("SIGTERM");
  expect(await club.ended).toBe(0);
  await postgres.stop();
});

async function waitUntilAllWait(blocker: Awaited<ReturnType<typeof connectTo>>) {
  const waiting = "select count(distinct pid)::int as count from pg_locks where not granted";
  await expect.poll(async () => (await blocker.query(waiting)).rows[0].count, soon).toBe(calls.length);
}

/** Until a call works again it may only say that the database is away; then the queue too does what was asked of it. */
async function expectRecovery(
  club: ClubProcess,
  dataDir: string,
  prepared: { status: number; make: () => Promise<Answer> }[],
) {
  const comesBack = async ({ status, make }: (typeof prepared)[number]) => {
    const answers = [await make()];
    await expect
      .poll(async () => {
        if (answers.at(-1)?.status !== status) answers.push(await make());
        return answers.at(-1)?.status;
      }, soon)
      .toBe(status);
    expect(answers.slice(0, -1).map(summary)).toEqual(answers.slice(1).map(() => unavailable));
  };
  await Promise.all(prepared.map(comesBack));
  const folderOfMails = join(dataDir, "mail");
  const mails = () => readdirSync(folderOfMails).map((name) => readFileSync(join(folderOfMails, name), "utf8"));
  for (const email of ["otto@mail.example", newcomer.email]) {
    await expect.poll(() => mails().some((mail) => mail.includes(`\nTo: ${email}`)), soon).toBe(true);
  }
  expect(club.process.exitCode).toBeNull();
  expect(club.said()).not.toMatch(/cannot go on|uncaught/i);
}
