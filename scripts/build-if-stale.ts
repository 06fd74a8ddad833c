import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";

const sources = ["src", "package.json", "package-lock.json", "vite.config.ts", "vite.server.config.ts"];
/** The build's last output. */
const newestOutput = "dist/server/main.js";

if (!existsSync(newestOutput) || newestChange() > statSync(newestOutput).mtimeMs) {
  console.error("Building the pages and the server: about half a minute.");
  const { status } = spawnSync("npm run build", { stdio: ["ignore", 2, 2], shell: true });
  process.exit(status ?? 1);
}

function newestChange(): number {
  const files = sources.flatMap((source) =>
    statSync(source).isDirectory()
      ? readdirSync(source, { recursive: true, encoding: "utf8" }).map((file) => `${source}/${file}`)
      : [source],
  );
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}
