import { existsSync } from "node:fs";
import { join } from "node:path";
import { openClub } from "./open-club.ts";
import { runOperatorCommand } from "./ops/backup/run-operator-command.ts";
import { runProcess } from "./ops/start/run-process.ts";

/** The project's folder: as far from this file in src/server as from what is built of it in dist/server. */
const root = join(import.meta.dirname, "../..");

// What the environment says already comes before the file.
if (existsSync(".env")) process.loadEnvFile(".env");

const [command, ...args] = process.argv.slice(2);
if (command !== undefined) await runOperatorCommand(command, args, process.env, root);
else await runProcess(process.env, (context) => openClub(context, root));
