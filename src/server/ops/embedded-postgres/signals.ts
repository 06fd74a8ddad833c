import { spawnSync } from "node:child_process";
import { type Binaries, program } from "./binaries.ts";

/** INT: fast shutdown. QUIT: immediate, recovery at next start. */
export type StopSignal = "INT" | "QUIT";

/** Windows has no signals: pg_ctl uses a pipe. */
export function signalServer(binaries: Binaries, pid: number, signal: StopSignal): void {
  if (process.platform === "win32") spawnSync(program(binaries, "pg_ctl"), ["kill", signal, String(pid)]);
  else process.kill(pid, `SIG${signal}`);
}
