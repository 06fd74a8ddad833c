import { execFileSync } from "node:child_process";
import { cpus, platform, release, totalmem } from "node:os";
import { findBinaries } from "#server/ops/embedded-postgres/binaries.ts";

/** What a figure depends on besides the code. */
export function describeMachine() {
  const [first, ...others] = cpus();
  return {
    date: new Date().toISOString(),
    commit: execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim(),
    machine: `${others.length + 1} × ${first?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()} ${release()}`,
    node: process.version,
    postgresql: findBinaries().version,
  };
}
