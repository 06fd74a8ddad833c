import { spawnSync } from "node:child_process";
import { chromiumPath, chromiumShellPath, journeyBrowserPath } from "../tests/support/chromium.ts";

const installWithinMilliseconds = 180_000;

/**
 * Makes sure of a Chromium for the browser tests: the one named, or the one that costs least, which root gets from Debian;
 * else any that is there; else says what to install.
 */
if (!process.env.CHROMIUM_PATH && !chromiumShellPath()) install("chromium-headless-shell");
if (!chromiumPath() && !chromiumShellPath()) install("chromium");
if (!journeyBrowserPath()) {
  console.error(
    "The browser tests need Chromium or Chrome, and there is none here.\n" +
      "  Debian, Ubuntu:  sudo apt-get install chromium\n" +
      "  macOS:           brew install --cask chromium\n" +
      "Or name another one: CHROMIUM_PATH=/path/to/chromium npm test",
  );
  process.exit(1);
}

function install(name: string): void {
  if (process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).status !== 0) return;
  const command = `apt-get update && apt-get install -y --no-install-recommends ${name}`;
  spawnSync(command, { shell: true, stdio: ["ignore", 2, 2], timeout: installWithinMilliseconds });
}
