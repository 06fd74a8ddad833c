import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { startCommand } from "./support/club-process.ts";

const file = "deploy/kindling.service";
const isInstalled = spawnSync("systemd-analyze", ["--version"]).status === 0;

it("The systemd unit starts the club with npm's command, drops all privileges, allows one writable folder and limits memory", () => {
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
