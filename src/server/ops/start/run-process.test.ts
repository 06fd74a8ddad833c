import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from "vitest";
import { copyData } from "#tests/ops/support/prepared-data.ts";
import { isTrueWithin } from "../embedded-postgres/wait.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const ready = /Kindling is ready: (\S+)/;
let folder: string;
let child: ChildProcess;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "kindling-run-"));
  chmodSync(folder, 0o755);
  copyData(inject("sampleClubData"), folder);
});

afterEach(async () => {
  child.kill("SIGKILL");
  await isTrueWithin(10_000, () => !existsSync(pidFile()));
});

afterAll(() => rmSync(folder, { recursive: true }));

const pidFile = () => join(folder, "postgres-sample", "data", "postmaster.pid");

function run(env: Record<string, string> = {}, prefix: string[] = []) {
  const settings = JSON.stringify({ PORT: "0", DATA_DIR: folder, ...env });
  const [command = "", ...args] = [...prefix, process.execPath, inject("builtTestProcesses").club, settings];
  const spawned = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
  });
  child = spawned;
  let said = "";
  spawned.stdout.on("data", (chunk) => {
    said += chunk;
  });
  return {
    complaint: text(spawned.stderr),
    ended: once(spawned, "exit").then(([code, signal]) => code ?? signal),
    said: () => said,
    isReady: () => isTrueWithin(20_000, () => ready.test(said)),
  };
}

it.each(["SIGTERM", "SIGINT"] as const)(
  "An operator who stops the club with %s, even twice, shuts it down cleanly",
  async (signal) => {
    const { ended, isReady, complaint } = run();
    expect(await isReady()).toBe(true);
    child.kill(signal);
    child.kill(signal);
    expect(await ended).toBe(0);
    expect(await complaint).toBe("");
    expect(existsSync(pidFile())).toBe(false);
  },
);

it("An operator sees the address once in the terminal, and a visitor can open the club there", async () => {
  const { said, isReady } = run();
  await isReady();
  const appUrl = ready.exec(said())?.[1] ?? "";
  expect(appUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await (await fetch(appUrl)).text()).toBe("welcome");
  expect(said().split(appUrl)).toHaveLength(2);
});

it("An operator with an invalid setting is told what is wrong, and nothing is started", async () => {
  const { ended, complaint } = run({ PORT: "eighty", LOG_LEVEL: "loud", DATA_DIR: join(folder, "bad") });
  expect(await ended).toBe(1);
  expect(await complaint).toMatch(
    /^\nKindling cannot start\. 2 settings are wrong:\n {2}PORT: .*\n {2}LOG_LEVEL: .*\n\n$/,
  );
  expect(existsSync(join(folder, "bad"))).toBe(false);
});

it("A club with an unexpected error logs it, shuts down cleanly and exits with an error code", async () => {
  const { ended, said, isReady } = run();
  await isReady();
  await fetch(`${ready.exec(said())?.[1]}/crash`);
  expect(await ended).toBe(1);
  expect(said()).toContain('"msg":"fatal error, stopping"');
  expect(existsSync(pidFile())).toBe(false);
});

it("An operator who stops npm, which signals only its shell, stops the club too", async () => {
  const { isReady } = run({ npm_lifecycle_event: "start" }, ["/bin/sh", "-c", '"$0" "$@"; exit $?']);
  expect(await isReady()).toBe(true);
  child.kill("SIGTERM");
  expect(await isTrueWithin(10_000, () => !existsSync(pidFile()))).toBe(true);
});
