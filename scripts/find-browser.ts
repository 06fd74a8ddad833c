import { spawnSync } from "node:child_process";
import { chromiumPath } from "../tests/support/chromium.ts";

/** Makes sure of a Chromium for the browser tests: one that is there, else Debian's as root, else says what to install. */
if (!chromiumPath()) {
  if (process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0) {
    spawnSync("apt-get update && apt-get install -y chromium", { shell: true, stdio: ["ignore", 2, 2] });
  }
  if (!chromiumPath()) {
    console.error(
      "The browser tests need Chromium or Chrome, and there is none here.\n" +
        "  Debian, Ubuntu:  sudo apt-get install chromium\n" +
        "  macOS:           brew install --cask chromium\n" +
        "Or name another one: CHROMIUM_PATH=/path/to/chromium npm test",
    );
    process.exit(1);
  }
}
