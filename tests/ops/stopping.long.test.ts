import { existsSync } from "node:fs";
import { type ExpectStatic, it } from "vitest";
import { connectTo, ownDatabase, pidFileOf } from "./support/database.ts";
import { prepareStage } from "./support/stage.ts";
import { call, signInAsAdmin } from "./support/visitor.ts";

const { sampleClubFolder, spawn } = prepareStage();

/** An invitation request that hangs until `letGo`. */
async function startWithSlowCall(expect: ExpectStatic) {
  const dataDir = sampleClubFolder();
  const club = spawn({ DATA_DIR: dataDir, LOG_LEVEL: "debug" });
  const url = await club.url();
  const cookie = await signInAsAdmin(url);
  const blocker = await connectTo(ownDatabase(dataDir));
  await blocker.query("begin; lock table invitations in exclusive mode");
  const answer = call(url, "POST /api/invitations", { email: "otto@mail.example" }, cookie);
  answer.catch(() => {}); // Looked at later.
  const waiting = "select count(*)::int as count from pg_locks where not granted";
  await expect.poll(async () => (await blocker.query(waiting)).rows[0].count).toBe(1);
  return { dataDir, club, url, answer, blocker };
}

const refusesVisitors = (url: string) =>
  fetch(`${url}/healthz`).then(
    () => false,
    () => true,
  );

it.concurrent("A slow request completes during shutdown, and PostgreSQL shuts down cleanly afterwards", async ({
  expect,
}) => {
  const { dataDir, club, url, answer, blocker } = await startWithSlowCall(expect);
  club.process.kill("SIGTERM");
  await expect.poll(() => refusesVisitors(url)).toBe(true);
  await blocker.query("commit");
  expect(await answer).toMatchObject({ status: 201, body: { email: "otto@mail.example" } });
  await blocker.end();
  expect(await club.ended).toBe(0);
  expect(club.said()).toContain("LOG:  database system is shut down");
  expect(existsSync(pidFileOf(dataDir))).toBe(false);
});

it.concurrent("A request that never ends delays shutdown by at most ten seconds", async ({ expect }) => {
  const { dataDir, club, answer, blocker } = await startWithSlowCall(expect);
  const toldAt = performance.now();
  club.process.kill("SIGTERM");
  await expect(answer).rejects.toThrow();
  const seconds = (performance.now() - toldAt) / 1000;
  expect(seconds).toBeGreaterThan(9.9);
  expect(seconds).toBeLessThan(13);
  expect(await club.ended).toBe(0);
  expect((performance.now() - toldAt) / 1000).toBeLessThan(32);
  expect(club.said()).toContain("LOG:  database system is shut down");
  expect(existsSync(pidFileOf(dataDir))).toBe(false);
  await blocker.end();
});

it.concurrent("The health check reports the shutdown while requests are still answered, and then the club stops", async ({
  expect,
}) => {
  const club = spawn({ DRAIN_SECONDS: "3" });
  const url = await club.url();
  expect((await call(url, "GET /readyz")).status).toBe(200);
  club.process.kill("SIGTERM");
  await expect.poll(async () => (await call(url, "GET /readyz")).status).toBe(503);
  const { status, headers } = await call(url, "GET /api/session");
  expect([status, headers.get("connection")]).toEqual([200, "close"]);
  await expect.poll(() => refusesVisitors(url)).toBe(true);
  expect(await club.ended).toBe(0);
});

it.concurrent("A club stopped before it is ready exits at once together with PostgreSQL", async ({ expect }) => {
  const dataDir = sampleClubFolder();
  const club = spawn({ DATA_DIR: dataDir });
  await expect.poll(() => existsSync(pidFileOf(dataDir))).toBe(true);
  club.process.kill("SIGTERM");
  expect(await club.ended).toBe(0);
  expect(club.said()).not.toContain("is ready");
  await expect.poll(() => existsSync(pidFileOf(dataDir))).toBe(false);
});
