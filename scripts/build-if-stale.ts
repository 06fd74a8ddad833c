import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";

const sources = ["src", "package.json", "package-lock.json", "vite.config.ts", "vite.server.config.ts"];
const stamp = "dist/built";

/** Builds when something that goes into the build has changed since: before `npm start` and before the browser tests. */
if (!existsSync(stamp) || newestChange() > statSync(stamp).mtimeMs) {
  const { status } = spawnSync("npm run build", { stdio: ["ignore", 2, 2], shell: true });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stamp, "");
}

function newestChange(): number {
  const files = sources.flatMap((source) =>
    statSync(source).isDirectory()
      ? readdirSync(source, { recursive: true, encoding: "utf8" }).map((file) => `${source}/${file}`)
      : [source],
  );
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}
