import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { journeyBrowser, unpackedBrowser, unpackedBrowserFolder } from "../tests/support/chromium.ts";
import { installTool, toolPackage } from "../tests/support/install-tool.ts";

/** The archives are for Linux on x64 only; macOS and Windows need an installed browser. */
const archives = ["chromium.br", "fonts.tar.br", "al2023.tar.br"];

if (!journeyBrowser()) {
  if (process.platform !== "linux" || process.arch !== "x64") stop("npm has none for this system.");
  try {
    installTool("browser");
    await unpackBrowser();
  } catch (error) {
    stop(`The one from npm does not work: ${error instanceof Error ? error.message : error}`);
  }
}

async function unpackBrowser(): Promise<void> {
  const source = toolPackage("browser", "@sparticuz/chromium");
  const { inflate } = await import(pathToFileURL(join(source, "build/index.js")).href);
  mkdirSync(dirname(unpackedBrowserFolder), { recursive: true });
  const folder = mkdtempSync(join(dirname(unpackedBrowserFolder), "unpacking-"));
  try {
    // The package unpacks into the system's temporary folder, which it reads from this variable.
    process.env.TMPDIR = folder;
    await Promise.all(archives.map((archive) => inflate(join(source, "bin", archive))));
    const fonts = `<dir>${unpackedBrowserFolder}/fonts</dir><cachedir>${unpackedBrowserFolder}/fonts-cache</cachedir>`;
    writeFileSync(join(folder, "fonts.conf"), `<?xml version="1.0"?><fontconfig>${fonts}</fontconfig>\n`);
    // The tests may be run by other users than the one who unpacked it.
    for (const path of [folder, join(folder, "chromium")]) chmodSync(path, 0o755);
    const { executablePath, env } = unpackedBrowser(folder);
    const { status, stderr, error } = spawnSync(executablePath, ["--version"], { env, encoding: "utf8" });
    if (status !== 0) throw error ?? new Error(stderr);
    rmSync(unpackedBrowserFolder, { recursive: true, force: true });
    renameSync(folder, unpackedBrowserFolder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function stop(reason: string): never {
  console.error(
    `The browser tests need Chromium or Chrome, and none is installed. ${reason}\n` +
      "  Debian:          sudo apt-get install chromium-headless-shell\n" +
      "  Ubuntu:          sudo apt-get install chromium\n" +
      "  macOS:           brew install --cask chromium\n" +
      "  Windows:         winget install Google.Chrome\n" +
      "Or name another one: CHROMIUM_PATH=/path/to/chromium npm test",
  );
  process.exit(1);
}
