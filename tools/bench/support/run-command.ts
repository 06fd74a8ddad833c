import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

export interface CommandOutcome {
  exitCode: number;
  said: string;
  seconds: number;
}

/** Runs one of the project's own commands, such as `npm run build`. */
export async function runCommand(program: string, ...args: string[]): Promise<CommandOutcome> {
  const began = performance.now();
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  const [said, complaints, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { exitCode, said: said + complaints, seconds: (performance.now() - began) / 1000 };
}

/** @throws Error with what it said when it fails. */
export async function secondsOf(program: string, ...args: string[]): Promise<number> {
  const { exitCode, said, seconds } = await runCommand(program, ...args);
  if (exitCode !== 0) throw new Error(`${program} ${args.join(" ")} failed:\n${said}`);
  return seconds;
}
