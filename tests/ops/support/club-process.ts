import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { isTrueWithin } from "#server/ops/embedded-postgres/wait.ts";

const startsWithinMilliseconds = 90_000;

/** The command of `npm start`. */
export const startCommand: readonly string[] = JSON.parse(readFileSync("package.json", "utf8")).scripts.start.split(
  " ",
);
const nodeOptions = startCommand.filter((word) => word.startsWith("--"));

export interface ClubProcess {
  process: ChildProcess;
  /** stdout and stderr so far. */
  said(): string;
  /** Exit code or signal. */
  ended: Promise<number | string>;
  /** Resolves when ready. */
  url(): Promise<string>;
}

/** Only these settings; runs in DATA_DIR, where `.env` is read. */
export function spawnClub(
  serverFile: string,
  settings: Record<string, string> & { DATA_DIR: string },
  args: string[] = [],
): ClubProcess {
  const child = spawn(process.execPath, [...nodeOptions, serverFile, ...args], {
    cwd: settings.DATA_DIR,
    env: { PATH: process.env.PATH, PORT: "0", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // Killed when the test process exits.
  const kill = () => child.kill();
  process.once("exit", kill);
  child.once("close", () => process.off("exit", kill));
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  const url = () => /Kindling is ready: (\S+)/.exec(said)?.[1];
  return {
    process: child,
    said: () => said,
    ended: once(child, "close").then(([code, signal]) => code ?? signal),
    url: async () => {
      await isTrueWithin(startsWithinMilliseconds, () => url() !== undefined || child.exitCode !== null);
      const address = url();
      if (!address) throw new Error(`The club did not start:\n${said}`);
      return address;
    },
  };
}
