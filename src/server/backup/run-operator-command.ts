import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { club } from "#shared/club.ts";
import { readSettings } from "../settings.ts";
import { explainFailure } from "../start/explain-failure.ts";
import type { OperatorCommand } from "./operator-command.ts";
import { restoreClub } from "./restore-club.ts";
import { saveClub } from "./save-club.ts";

const commands = { backup: saveClub, restore: restoreClub } satisfies Record<string, OperatorCommand>;
type Name = keyof typeof commands;

const usage: Record<Name, string> = {
  backup: "npm run backup -- [FILE or FOLDER] [--replace] [--sample]",
  restore: "npm run restore -- FILE [--replace] [--without-secret]",
};

const exitCodes = { done: 0, failed: 1, misused: 2 };

export const isOperatorCommand = (word: string | undefined): word is Name => word !== undefined && word in commands;

/** The life of a process that does one thing and ends: 0 when it is done, 1 when it is not, 2 for words it does not know. */
export async function runOperatorCommand(name: Name, args: string[], env: NodeJS.ProcessEnv, root: string) {
  const given = parse(args);
  if (!given) return end(exitCodes.misused, `Use: ${usage[name]}`);
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());
  try {
    const settings = readSettings(env);
    const [word] = given.positionals;
    // npm runs us in the project's folder, and the operator means their own.
    const place = word === undefined ? undefined : resolve(env.INIT_CWD ?? "", word);
    end(exitCodes.done, await commands[name]({ settings, place, options: given.values, root, signal: stop.signal }));
  } catch (error) {
    end(
      exitCodes.failed,
      `${club.product}: ${name} did not take place. ${stop.signal.aborted ? "It was stopped." : explainFailure(error)}`,
    );
  }
}

function parse(args: string[]) {
  try {
    const options = { replace: { type: "boolean" }, sample: { type: "boolean" } } as const;
    const parsed = parseArgs({
      args,
      allowPositionals: true,
      options: { ...options, "without-secret": { type: "boolean" } },
    });
    return parsed.positionals.length > 1 ? undefined : parsed;
  } catch {
    return undefined;
  }
}

/** What was begun and left, such as a connection amid its rows, does not keep the process. */
function end(exitCode: number, said: string): void {
  const stream = exitCode === exitCodes.done ? process.stdout : process.stderr;
  stream.write(`\n${said}\n\n`, () => process.exit(exitCode));
}
