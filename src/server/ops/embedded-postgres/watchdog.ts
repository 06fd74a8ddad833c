import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { program } from "./binaries.ts";
import { type Cluster, programEnvironment } from "./cluster.ts";

/** Blocks until stdin closes, then stops the server named in postmaster.pid; QUIT after a timeout. */
const shellScript = `# Stops the club's PostgreSQL when the club's own process is gone.
trap '' HUP INT TERM
while read -r _; do :; done
is_ours() { read -r named < "$2" && [ "$named" = "$1" ] && kill -0 "$1"; }
tries=0
until is_ours "$@"; do
  [ $((tries += 1)) -lt 4 ] || exit 0
  sleep 1
done
kill -INT "$1"
for _ in 1 2 3 4 5 6 7 8 9 10; do sleep 1; is_ours "$@" || exit 0; done
kill -QUIT "$1"
`;

const windowsScript = `
process.stdin.resume().on("close", () => require("node:child_process").spawnSync(process.argv[1], ["kill", "INT", process.argv[2]]));
`;

/** A small process that stops the server when this one dies. @returns cancels it. */
export function watchOver(cluster: Cluster, pid: number): () => void {
  let watching = true;
  let watchdog: ChildProcess;
  const start = () => {
    watchdog = spawnWatchdog(cluster, pid);
    watchdog.stdin?.on("error", () => {});
    watchdog.on("exit", () => watching && start());
  };
  start();
  return () => {
    watching = false;
    watchdog.kill("SIGKILL");
  };
}

function spawnWatchdog(cluster: Cluster, pid: number): ChildProcess {
  const [command, args] =
    process.platform === "win32"
      ? [process.execPath, ["-e", windowsScript, program(cluster.binaries, "pg_ctl"), String(pid)]]
      : ["/bin/sh", ["-c", shellScript, "kindling-watchdog", String(pid), join(cluster.dataFolder, "postmaster.pid")]];
  // Own session: Ctrl+C reaches only Node.
  return spawn(command, args, {
    ...cluster.user,
    cwd: "/",
    env: programEnvironment,
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    windowsHide: true,
  });
}
