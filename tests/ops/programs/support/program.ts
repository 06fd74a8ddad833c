import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Where Debian puts programs, also those that only root's PATH has. */
const folders = [...(process.env.PATH ?? "").split(":"), "/usr/sbin", "/usr/local/sbin"];

/** @throws Error that says what to install. */
export function findProgram(name: string, debianPackage = name): string {
  const file = folders.map((folder) => join(folder, name)).find((candidate) => existsSync(candidate));
  if (!file) throw new Error(`${name} is not installed. On Debian: apt-get install ${debianPackage}`);
  return file;
}

export interface Program {
  process: ChildProcess;
  /** stdout and stderr so far. */
  said(): string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

interface Options {
  env?: Record<string, string>;
  user?: { uid?: number; gid?: number };
}

export function startProgram(file: string, args: string[], { env = {}, user = {} }: Options = {}): Program {
  const child = spawn(file, args, {
    ...user,
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  const kill = () => child.kill();
  process.once("exit", kill);
  child.once("close", () => process.off("exit", kill));
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  return {
    process: child,
    said: () => said,
    stop: async (signal = "SIGTERM") => {
      child.kill(signal);
      await ended;
    },
  };
}

/** @returns output. @throws Error with what the program said. */
export function runProgram(file: string, args: string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync(file, args, {
    encoding: "utf8",
    env: { PATH: process.env.PATH, ...env },
  });
  if (status !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${status}:\n${stdout}${stderr}`);
  return stdout + stderr;
}
