import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Start time and boot id, since pids are reused. Undefined when not running. */
export function identifyProcess(pid: number): string | undefined {
  if (process.platform === "linux") return identifyOnLinux(pid);
  if (process.platform === "win32") {
    return output("powershell", ["-NoProfile", "-Command", `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`]);
  }
  return output("ps", ["-o", "lstart=", "-p", String(pid)]);
}

/** Joined by spaces; empty when not running. Not on Windows. */
export function commandLineOf(pid: number): string {
  if (process.platform !== "linux") return output("ps", ["-ww", "-o", "command=", "-p", String(pid)]) ?? "";
  return readProc(`${pid}/cmdline`)?.replaceAll("\0", " ").trim() ?? "";
}

function identifyOnLinux(pid: number): string | undefined {
  // The second field, the name in brackets, may contain spaces and brackets.
  const fields = readProc(`${pid}/stat`)
    ?.replace(/^.*\) /s, "")
    .split(" ");
  const [state, startedAt] = [fields?.[0], fields?.[19]];
  if (!startedAt || state === "Z" || state === "X") return undefined;
  return `${readProc("sys/kernel/random/boot_id")?.trim()} ${startedAt}`;
}

function readProc(file: string): string | undefined {
  try {
    return readFileSync(`/proc/${file}`, "utf8");
  } catch {
    return undefined;
  }
}

function output(command: string, args: string[]): string | undefined {
  const { status, stdout } = spawnSync(command, args, {
    encoding: "utf8",
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
    windowsHide: true,
  });
  return status === 0 ? stdout.trim() || undefined : undefined;
}
