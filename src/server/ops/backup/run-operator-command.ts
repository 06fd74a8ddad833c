import { resolve } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { productName } from "#shared/settings/club.ts";
import { readSettings } from "../../settings.ts";
import { previewUpgrade } from "../start/preview-upgrade.ts";
import { showFirstAdmins } from "../start/show-first-admins.ts";
import { type CommandContext, explainFailure } from "./operator-command.ts";
import { restoreClub } from "./restore-club.ts";
import { saveClub } from "./save-club.ts";

const flag = { type: "boolean" } as const;

const commands = {
  backup: {
    run: saveClub,
    options: { replace: flag, sample: flag },
    usage: "npm run backup -- [FILE or FOLDER] [--replace] [--sample]",
  },
  restore: {
    run: restoreClub,
    options: { replace: flag, "without-secret": flag },
    usage: "npm run restore -- FILE [--replace] [--without-secret]",
  },
  "upgrade-preview": {
    run: previewUpgrade,
    options: { sample: flag },
    usage: "npm run upgrade-preview -- [--sample]",
  },
  "first-admin": {
    run: showFirstAdmins,
    options: {},
    usage: "npm run first-admin",
  },
};

const exitCodes = { done: 0, failed: 1, misused: 2 };

/** Exit code 0: done, 1: failed, 2: usage. */
export async function runOperatorCommand(name: string, args: string[], env: NodeJS.ProcessEnv, root: string) {
  const command = isCommand(name) ? commands[name] : undefined;
  const given = command && parse(command.options, args);
  if (!given) {
    const usages = (command ? [command] : Object.values(commands)).map(({ usage }) => usage);
    return end(exitCodes.misused, `Use: ${usages.join("\n     ")}`);
  }
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());
  try {
    const settings = readSettings(env);
    const [word] = given.positionals;
    // npm runs in the project folder; INIT_CWD is the operator's.
    const place = word === undefined ? undefined : resolve(env.INIT_CWD ?? "", word);
    end(exitCodes.done, await command.run({ settings, place, options: given.values, root, signal: stop.signal }));
  } catch (error) {
    end(
      exitCodes.failed,
      `${productName}: ${name} did not take place. ${stop.signal.aborted ? "It was stopped." : explainFailure(error)}`,
    );
  }
}

const isCommand = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name);

function parse(options: ParseArgsConfig["options"], args: string[]) {
  try {
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options });
    return positionals.length > 1 ? undefined : { positionals, values: values as CommandContext["options"] };
  } catch {
    return undefined;
  }
}

/** Exits even with open connections. */
function end(exitCode: number, said: string): void {
  const stream = exitCode === exitCodes.done ? process.stdout : process.stderr;
  stream.write(`\n${said}\n\n`, () => process.exit(exitCode));
}
