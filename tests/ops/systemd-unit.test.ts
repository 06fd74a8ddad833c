import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { startCommand } from "./support/club-process.ts";

const file = "deploy/kindling.service";
const isInstalled = spawnSync("systemd-analyze", ["--version"]).status === 0;

it("The systemd unit starts the club by npm's command, drops privileges, allows one writable folder, limits memory", () => {
  const lines = readFileSync(file, "utf8").split("\n");
  for (const line of [
    "User=kindling",
    "NoNewPrivileges=true",
    "CapabilityBoundingSet=",
    "ProtectSystem=strict",
    "ProtectHome=true",
    "PrivateTmp=true",
    "StateDirectory=kindling",
    "SystemCallFilter=@system-service",
    "MemoryHigh=1G",
    "MemoryMax=1536M",
    "TasksMax=256",
    `ExecStart=/usr/bin/${startCommand.join(" ")}`,
  ])
    expect(lines).toContain(line);
});

it.runIf(isInstalled)("systemd verifies the unit without errors and rates its exposure as OK", () => {
  const verified = spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" });
  expect([verified.status, verified.stderr]).toEqual([0, ""]);
  const { stdout } = spawnSync("systemd-analyze", ["security", "--offline=true", file], { encoding: "utf8" });
  expect(stdout).toMatch(/Overall exposure level for kindling\.service: [01]\.\d OK/);
});

it("The backup's unit runs the club's own command in the club's sandbox, and adds one folder to write to", () => {
  const optionsOf = (name: string) => readFileSync(name, "utf8").split("\n");
  const backup = optionsOf("deploy/kindling-backup.service");
  expect(backup).toContain("ExecStart=/usr/bin/node dist/server/main.js backup /var/backups/kindling");
  expect(backup).toContain("ReadWritePaths=/var/lib/kindling /var/backups/kindling");
  const sandbox = optionsOf(file).filter((line) =>
    /^(NoNew|Capability|Ambient|Protect|Private|Restrict|Lock|SystemCall|User|UMask)/.test(line),
  );
  expect(sandbox.length).toBeGreaterThan(20);
  for (const line of sandbox) expect(backup).toContain(line);
  expect(optionsOf("deploy/kindling-backup.timer")).toContain("Persistent=true");
});

it.runIf(isInstalled)("systemd verifies the unit and the timer of the backup without errors", () => {
  const files = ["deploy/kindling-backup.service", "deploy/kindling-backup.timer"];
  const verified = spawnSync("systemd-analyze", ["verify", ...files], { encoding: "utf8" });
  expect([verified.status, verified.stderr]).toEqual([0, ""]);
});
