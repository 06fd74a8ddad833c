import { expect, it } from "vitest";
import { identifyProcess } from "#server/ops/embedded-postgres/folder-lock.ts";
import { ownDatabase, serverPidOf } from "../support/database.ts";
import { prepareStage } from "../support/stage.ts";
import { call, signInAsAdmin } from "../support/visitor.ts";
import { auditLoad, nothingAmiss, startLoad } from "./support/load.ts";
import { writesPerPhase } from "./support/settings.ts";

const { sampleClubFolder, spawn } = prepareStage();
const wellAgainWithinMs = 20_000;

it("A club killed during writes stops PostgreSQL within seconds, restarts, and has every acknowledged write", async () => {
  const settings = { DATA_DIR: sampleClubFolder() };
  const club = spawn(settings);
  const url = await club.url();
  const serverPid = serverPidOf(settings.DATA_DIR);
  let urls = [url];
  const load = startLoad(() => urls, await signInAsAdmin(url));
  await load.more(writesPerPhase);
  club.process.kill("SIGKILL");
  expect(await club.ended).toBe("SIGKILL");
  await expect.poll(() => identifyProcess(serverPid), { timeout: 5000 }).toBeUndefined();
  urls = [await spawn(settings).url()];
  await load.more(writesPerPhase);
  const ledger = await load.stop();
  expect(await auditLoad("Node killed", ledger, ownDatabase(settings.DATA_DIR))).toEqual(nothingAmiss);
  expect(ledger.putOff).toBeGreaterThan(0);
});

it("A killed PostgreSQL recovers within 20 seconds without data loss, and admins get a retryable error meanwhile", async () => {
  const dataDir = sampleClubFolder();
  const url = await spawn({ DATA_DIR: dataDir }).url();
  const load = startLoad(() => [url], await signInAsAdmin(url));
  await load.more(writesPerPhase);
  process.kill(serverPidOf(dataDir), "SIGKILL");
  await expect.poll(async () => (await call(url, "GET /readyz")).status, { timeout: 5000, interval: 5 }).toBe(503);
  await load.more(writesPerPhase);
  const ledger = await load.stop();
  expect(await auditLoad("PostgreSQL killed", ledger, ownDatabase(dataDir))).toEqual(nothingAmiss);
  expect(ledger.putOff).toBeGreaterThan(0);
  expect(ledger.longestSilenceMs).toBeLessThan(wellAgainWithinMs);
});

it("A club killed together with its PostgreSQL restarts without data loss", async () => {
  const settings = { DATA_DIR: sampleClubFolder() };
  const club = spawn(settings);
  let urls = [await club.url()];
  const load = startLoad(() => urls, await signInAsAdmin(urls[0] as string));
  await load.more(writesPerPhase);
  const serverPid = serverPidOf(settings.DATA_DIR);
  process.kill(serverPid, "SIGKILL");
  club.process.kill("SIGKILL");
  await club.ended;
  await expect.poll(() => identifyProcess(serverPid), { timeout: 5000 }).toBeUndefined();
  urls = [await spawn(settings).url()];
  await load.more(writesPerPhase);
  const ledger = await load.stop();
  expect(await auditLoad("Node and PostgreSQL killed", ledger, ownDatabase(settings.DATA_DIR))).toEqual(nothingAmiss);
});
