import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const shells = ["chromium-headless-shell", "chrome-headless-shell"];
const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const applications = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** No prompts, no background traffic. */
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A quarter less CPU per page: one renderer, and cheaper text. Not for measurements. */
export const journeyBrowserFlags = [
  ...chromiumFlags,
  "--disable-site-isolation-trials",
  "--renderer-process-limit=1",
  "--num-raster-threads=1",
  "--font-render-hinting=none",
  "--disable-lcd-text",
];

/** CHROMIUM_PATH, or the first installed. */
export const chromiumPath = (): string | undefined =>
  process.env.CHROMIUM_PATH ?? [...inFolders(names), ...applications].find((path) => existsSync(path));

/** Headless shell: half the CPU, if installed. */
export const chromiumShellPath = (): string | undefined => inFolders(shells).find((path) => existsSync(path));

export const journeyBrowserPath = (): string | undefined =>
  process.env.CHROMIUM_PATH ?? chromiumShellPath() ?? chromiumPath();

function inFolders(programs: string[]): string[] {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.flatMap((folder) => programs.map((program) => join(folder, program)));
}
