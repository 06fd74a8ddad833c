import { spawnSync } from "node:child_process";
import { type Binaries, program } from "./binaries.ts";

/** INT: disconnect everybody, write all down, stop. QUIT: stop at once, and repair at the next start. */
export type StopSignal = "INT" | "QUIT";

/** Windows knows no signals: there PostgreSQL listens on a pipe, to which only pg_ctl speaks. */
export function signalServer(binaries: Binaries, pid: number, signal: StopSignal): void {
  if (process.platform === "win32") spawnSync(program(binaries, "pg_ctl"), ["kill", signal, String(pid)]);
  else process.kill(pid, `SIG${signal}`);
}
