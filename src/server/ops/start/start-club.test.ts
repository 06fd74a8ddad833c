import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { readSettings } from "../../settings.ts";
import { type ClubContext, type RunningClub, startClub } from "./start-club.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const log = pino({ level: "silent" });
let folder: string;
let club: RunningClub | undefined;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "kindling-start-"));
  chmodSync(folder, 0o755);
});

afterEach(async () => {
  await club?.stop();
  club = undefined;
});

afterAll(() => rmSync(folder, { recursive: true }));

const settings = (env: Record<string, string> = {}) =>
  readSettings({ PORT: "0", DATA_DIR: join(folder, "var"), ...env });

function bareClub() {
  const events: string[] = [];
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const open = async ({ settings: { appUrl } }: ClubContext) => ({
    fetch: async () => {
      events.push("asked");
      await answered;
      events.push("answered");
      return new Response("welcome");
    },
    welcome: { appUrl, registrations: [] },
    close: async () => void events.push("closed"),
  });
  return { open, events, answer };
}

it("A visitor whose request is in progress when the club stops gets a response, and later requests are refused", async () => {
  const { open, events, answer } = bareClub();
  club = await startClub(settings(), log, open);
  const { appUrl } = club.welcome;
  const visit = fetch(appUrl).then((response) => response.text());
  await expect.poll(() => events).toEqual(["asked"]);
  const stopped = club.stop();
  await expect(fetch(appUrl)).rejects.toThrow();
  answer();
  expect(await visit).toBe("welcome");
  await stopped;
  expect(events).toEqual(["asked", "answered", "closed"]);
});

it("An operator whose port is taken is told which one and how to choose another, and nothing keeps running", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  const { port } = other.address() as AddressInfo;
  const { open, events } = bareClub();
  const start = () => startClub(settings({ PORT: String(port) }), log, open);
  await expect(start()).rejects.toThrow(`Port ${port} is already in use`);
  await expect(start()).rejects.toThrow(`PORT=${port + 1}`);
  expect(events).toEqual([]);
  other.close();
  club = await start();
});

it("An operator who starts the same club twice is told so, not that the port is taken", async () => {
  club = await startClub(settings(), log, bareClub().open);
  const { port } = new URL(club.welcome.appUrl);
  const second = startClub(settings({ PORT: port }), log, bareClub().open);
  await expect(second).rejects.toThrow(
    `${join(folder, "var")} is already in use by another club (process ${process.pid})`,
  );
});

it("An operator whose HOST does not belong to this machine is told which hosts do", async () => {
  const elsewhere = settings({ HOST: "192.0.2.1", ADMIN_EMAILS: "ada@club.example" });
  await expect(startClub(elsewhere, log, bareClub().open)).rejects.toThrow(
    "HOST=192.0.2.1 is no address of this machine",
  );
});

it("A club that cannot start leaves no database running", async () => {
  const broken = () => Promise.reject(new Error("The migrations are missing."));
  await expect(startClub(settings(), log, broken)).rejects.toThrow("The migrations are missing.");
  club = await startClub(settings(), log, bareClub().open);
});

it("A club keeps one secret across restarts, and a secret set by the operator takes precedence", async () => {
  const secrets: string[] = [];
  const open = (context: ClubContext) => {
    secrets.push(context.authSecret);
    return bareClub().open(context);
  };
  const own = "an-operator-wrote-this-secret-down";
  const starts: Record<string, string>[] = [{}, {}, { AUTH_SECRET: own }];
  for (const env of starts) await (await startClub(settings(env), log, open)).stop();
  expect(secrets[0]).toHaveLength(43);
  expect(secrets).toEqual([secrets[0], secrets[0], own]);
});

it("An operator who tried the sample club starts their own club with a separate database", async () => {
  const addresses: unknown[] = [];
  const open = (context: ClubContext) => {
    addresses.push(context.address);
    return bareClub().open(context);
  };
  for (const admins of ["", "ada@club.example", ""]) {
    await (await startClub(settings({ ADMIN_EMAILS: admins }), log, open)).stop();
  }
  expect(addresses[1]).not.toEqual(addresses[0]);
  expect(addresses[2]).toEqual(addresses[0]);
});
