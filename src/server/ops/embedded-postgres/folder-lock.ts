import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

interface Ticket {
  file: string;
  number: number;
  /** `undefined` means that the process has exited. */
  livingPid?: number;
}

export class FolderInUseError extends Error {
  override name = "FolderInUseError";
  readonly pid: number;
  constructor(folder: string, pid: number) {
    super(`${folder} is in use by process ${pid}.`);
    this.pid = pid;
  }
}

export interface FolderLock {
  /** Removes tickets of earlier holders. */
  forgetOthers(): void;
  release(): void;
}

/**
 * Ticket files `lock-N` with increasing N, checked again after creation, so two waiters cannot both win. @throws
 * FolderInUseError.
 */
export function lockFolder(folder: string): FolderLock {
  for (;;) {
    const tickets = readTickets(folder);
    refuseWhenAlive(folder, tickets);
    const number = Math.max(0, ...tickets.map((ticket) => ticket.number)) + 1;
    const file = join(folder, `lock-${number}`);
    if (!draw(file)) continue;
    const release = () => rmSync(file, { force: true });
    const others = readTickets(folder).filter((ticket) => ticket.number !== number);
    try {
      refuseWhenAlive(folder, others);
    } catch (error) {
      release();
      throw error;
    }
    return { release, forgetOthers: () => others.forEach((other) => void rmSync(other.file, { force: true })) };
  }
}

function refuseWhenAlive(folder: string, tickets: Ticket[]): void {
  for (const { livingPid } of tickets) {
    if (livingPid) throw new FolderInUseError(folder, livingPid);
  }
}

/** Hard-linked into place, so never read half-written. False when N is taken. */
function draw(file: string): boolean {
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, JSON.stringify({ pid: process.pid, identity: identifyProcess(process.pid) }));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft);
  }
}

function readTickets(folder: string): Ticket[] {
  return readdirSync(folder).flatMap((name) => {
    const number = /^lock-(\d+)$/.exec(name)?.[1];
    const file = join(folder, name);
    return number ? [{ file, number: Number(number), livingPid: readLivingPid(file) }] : [];
  });
}

function readLivingPid(file: string): number | undefined {
  try {
    const { pid, identity } = JSON.parse(readFileSync(file, "utf8"));
    return identity && identifyProcess(pid) === identity ? pid : undefined;
  } catch {
    return undefined; // Released meanwhile, or cut short by a power failure: in both cases its process is gone.
  }
}

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
