import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * What tells a process from any other that had or will have its number: when it started, and since which boot.
 * Undefined when no such process lives.
 */
export function identifyProcess(pid: number): string | undefined {
  if (process.platform === "linux") return identifyOnLinux(pid);
  if (process.platform === "win32") {
    return output("powershell", ["-NoProfile", "-Command", `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`]);
  }
  return output("ps", ["-o", "lstart=", "-p", String(pid)]);
}

/** The program and its arguments, separated by spaces; empty when no such process lives. Not for Windows. */
export function commandLineOf(pid: number): string {
  if (process.platform !== "linux") return output("ps", ["-ww", "-o", "command=", "-p", String(pid)]) ?? "";
  return readProc(`${pid}/cmdline`)?.replaceAll("\0", " ").trim() ?? "";
}

function identifyOnLinux(pid: number): string | undefined {
  // The second field is the program's name in brackets, which may itself hold brackets and spaces.
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
