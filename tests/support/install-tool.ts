import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const toolPackage = (tool: string, name: string) => join(toolFolder(tool), "node_modules", name);

/** The versions that the `package.json` of a folder of `tools/` pins, by package. */
export const pinnedVersions = (tool: string): Record<string, string> =>
  readJson(join(toolFolder(tool), "package.json")).dependencies;

/**
 * Installs what a folder of `tools/` pins, unless it is installed already. The app's own `npm install` leaves these packages
 * out, because only tests need them. @throws Error if npm fails.
 */
export function installTool(tool: string): void {
  if (Object.entries(pinnedVersions(tool)).every(([name, version]) => installedVersion(tool, name) === version)) return;
  console.error(`Installing the packages of tools/${tool}`);
  const { status } = spawnSync(`npm install --prefix tools/${tool} --no-audit --no-fund --loglevel=error`, {
    cwd: repository,
    stdio: ["ignore", 2, 2],
    shell: true,
  });
  if (status !== 0) throw new Error(`npm could not install the packages of tools/${tool}`);
}

const repository = join(import.meta.dirname, "../..");
const toolFolder = (tool: string) => join(repository, "tools", tool);
const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));

function installedVersion(tool: string, name: string): string | undefined {
  const manifest = join(toolPackage(tool, name), "package.json");
  return existsSync(manifest) ? readJson(manifest).version : undefined;
}
