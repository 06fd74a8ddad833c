import { existsSync } from "node:fs";
import { join } from "node:path";

/** The project's folder: as far from this file in src/server as from what is built of it in dist/server. */
const root = join(import.meta.dirname, "../..");

// What the environment says already comes before the file.
if (existsSync(".env")) process.loadEnvFile(".env");

// Imported on demand: an operator's command needs few of the server's libraries, and PostgreSQL starts before the others load.
const [command, ...args] = process.argv.slice(2);
if (command !== undefined) {
  const { runOperatorCommand } = await import("./ops/backup/run-operator-command.ts");
  await runOperatorCommand(command, args, process.env, root);
} else {
  const { runProcess } = await import("./ops/start/run-process.ts");
  await runProcess(process.env, async (context) => {
    const { openClub } = await import("./open-club.ts");
    return openClub(context, root);
  });
}
