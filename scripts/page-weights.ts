import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { loadRenderer } from "#server/platform/documents/load-renderer.ts";
import type { WebManifest } from "#shared/document-renderer.ts";
import { readDefaults } from "#tests/support/default-club.ts";
import { appChunk, scriptsIn } from "#web/documents/web-manifest.ts";

const web = "dist/web";
const manifest: WebManifest = JSON.parse(readFileSync("dist/documents/web-manifest.json", "utf8"));
/** Bytes as sent, mostly brotli, and how many scripts. `npm run test:e2e -- scripts` counts them in a browser. */
const budgets = { publicPage: 100_000, firstScreen: 150_000, screen: 90_000, fonts: 70_000, home: 350_000 };
export const scriptBudgets = { publicPage: 8, firstScreen: 20 };
const members = "app/members/members-page.tsx";

export interface PageWeight {
  name: string;
  bytes: number;
  budget: number;
  scripts?: { count: number; budget: number };
}

/** Counts scripts needed for the first view, not chunks loaded on interaction. */
export async function pageWeights(): Promise<PageWeight[]> {
  const sources = Object.keys(manifest);
  const scriptsOf = (source: string) => scriptsIn(manifest, source);
  const first = [...scriptsOf("boot.ts"), ...scriptsOf(appChunk(manifest))];
  const home = await homeDocument();
  const page = (kind: keyof typeof scriptBudgets, name: string): PageWeight => {
    const files = [...new Set([...first, ...scriptsOf(name)])];
    const scripts = { count: files.length, budget: scriptBudgets[kind] };
    return { name, bytes: sizeOf(files), budget: budgets[kind], scripts };
  };
  const firstScreen = [...first, ...scriptsOf(members)];
  const screen = (name: string): PageWeight => ({
    name: `${name} (more)`,
    bytes: sizeOf(scriptsOf(name).filter((file) => !firstScreen.includes(file))),
    budget: budgets.screen,
  });
  return [
    ...sources.filter((name) => /^pages\/.*-page\.tsx$/.test(name)).map((name) => page("publicPage", name)),
    // The same for a member and an admin: whatever else a screen holds comes when it is opened or pointed at.
    ...sources.filter((name) => /^app\/members\/[^/]*-page\.tsx$/.test(name)).map((name) => page("firstScreen", name)),
    ...screens().map(screen),
    { name: "fonts of any page, with those of a pull quote", bytes: sizeOf(englishFonts()), budget: budgets.fonts },
    { name: "home in all, on a phone", bytes: homeWeight(home, "tall"), budget: budgets.home },
    { name: "home in all, 1440 px wide", bytes: homeWeight(home, "wide"), budget: budgets.home },
  ];
}

/** Lazy chunks of the members area, wherever the build has put the table of views. */
function screens(): string[] {
  const own = [members, ...(manifest[members]?.imports ?? [])].filter((key) => key !== appChunk(manifest));
  const names = [...new Set(own.flatMap((key) => manifest[key]?.dynamicImports ?? []))].filter(
    (key) => !own.includes(key),
  );
  if (!names.some((name) => name.startsWith("features/")))
    throw new Error("The build has no screens of the members area.");
  return names;
}

async function homeDocument(): Promise<string> {
  const { find } = await loadRenderer("dist", "https://site.invalid");
  const render = await find("/", readDefaults);
  const home = await render?.(readDefaults);
  return home?.content ?? "";
}

/** Includes all images of the page. */
function homeWeight(document: string, hero: "tall" | "wide"): number {
  const named = [...document.matchAll(/["\s](\/(?:assets\/)?[\w./-]+\.(?:js|css|woff2|svg))(?=["\s])/g)];
  const other =
    hero === "tall" ? /\/(hero-wide-|hero-tall-still|banner-still)/ : /\/(hero-tall-|hero-wide-still|banner-still)/;
  const files = named.map(([, file = ""]) => file.slice(1)).filter((file) => !other.test(`/${file}`));
  return brotliCompressSync(document).length + sizeOf(files);
}

/** Latin only; other subsets load on demand. */
function englishFonts(): string[] {
  const styles = readFileSync(join(web, manifest[appChunk(manifest)]?.css?.[0] ?? ""), "utf8");
  return [...styles.matchAll(/\/(assets\/[\w-]+-english-[\w-]+\.woff2)/g)].map(([, file = ""]) => file);
}

/** Brotli size where available. */
function sizeOf(files: string[]): number {
  const sent = [...new Set(files)].map((file) => join(web, file));
  return sent.reduce((sum, file) => sum + readFileSync(existsSync(`${file}.br`) ? `${file}.br` : file).length, 0);
}
