import { journeyBrowserPath } from "../tests/support/chromium.ts";

if (!journeyBrowserPath()) {
  console.error(
    "The browser tests need Chromium or Chrome, and there is none here.\n" +
      "  Debian:          sudo apt-get install chromium-headless-shell\n" +
      "  Ubuntu:          sudo apt-get install chromium\n" +
      "  macOS:           brew install --cask chromium\n" +
      "Or name another one: CHROMIUM_PATH=/path/to/chromium npm test",
  );
  process.exit(1);
}
