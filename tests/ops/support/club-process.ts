import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { isTrueWithin } from "#server/ops/embedded-postgres/wait.ts";

const startsWithinMilliseconds = 40_000;

/** What `npm start` carries out. */
export const startCommand: readonly string[] = JSON.parse(readFileSync("package.json", "utf8")).scripts.start.split(
  " ",
);
const nodeOptions = startCommand.filter((word) => word.startsWith("--"));

export interface ClubProcess {
  process: ChildProcess;
  /** Everything it printed so far, log and complaints alike. */
  said(): string;
  /** Its exit code, or the signal it died of. */
  ended: Promise<number | string>;
  /** Its address, once it says that it is ready. */
  url(): Promise<string>;
}

/** A club's process as `npm start` starts one, that sees no settings but these; DATA_DIR is also where it looks for a file `.env`. */
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
  // Where a test or a bench fails half-way, its clubs end with it.
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
