import { existsSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";

/** Same depth in src/server and dist/server. */
const root = join(import.meta.dirname, "../..");

// Node 22 and later reuse code that an earlier start compiled. The folder is beside the code, as others can write to the default
// in /tmp.
module.enableCompileCache?.(join(import.meta.dirname, ".compile-cache"));
// Existing environment variables win over the file.
if (existsSync(".env")) process.loadEnvFile(".env");

// Dynamic imports: commands load few libraries, and PostgreSQL starts before the others load.
const [command, ...args] = process.argv.slice(2);
if (command !== undefined) {
  const { runOperatorCommand } = await import("./ops/backup/run-operator-command.ts");
  await runOperatorCommand(command, args, process.env, root);
} else {
  const { runProcess } = await import("./ops/start/run-process.ts");
  await runProcess(process.env, async (context) => {
    const { openApp } = await import("./open-app.ts");
    return openApp(context, root);
  });
}
