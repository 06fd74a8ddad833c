import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pinnedVersions, toolPackage } from "./install-tool.ts";

const shells = ["chromium-headless-shell", "chrome-headless-shell"];
const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const applications = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
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

interface Browser {
  executablePath: string;
  env?: NodeJS.ProcessEnv;
}

/** The browser of the journeys: the installed one, or the one from npm that `scripts/find-browser.ts` unpacked. */
export function journeyBrowser(): Browser | undefined {
  const installed = process.env.CHROMIUM_PATH ?? chromiumShellPath() ?? chromiumPath();
  if (installed) return { executablePath: installed };
  return existsSync(unpackedBrowserFolder) ? unpackedBrowser(unpackedBrowserFolder) : undefined;
}

/** In node_modules, because a temporary folder is often emptied at each reboot. */
export const unpackedBrowserFolder = toolPackage(
  "browser",
  `.cache/chromium-${pinnedVersions("browser")["@sparticuz/chromium"]}`,
);

/** Headless shell with the libraries and fonts that its package brings for systems without any. */
export function unpackedBrowser(folder: string): Browser {
  const libraries = [join(folder, "al2023/lib"), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  const env = { ...process.env, LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(folder, "fonts.conf") };
  return { executablePath: join(folder, "chromium"), env };
}

function inFolders(programs: string[]): string[] {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.flatMap((folder) => programs.map((program) => join(folder, program)));
}
