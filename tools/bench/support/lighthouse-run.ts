import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { paths } from "#shared/paths.ts";
import { launchBrowser } from "./browser.ts";
import type { Figure } from "./figure.ts";
import { median } from "./median.ts";

/** Fetched by npx when it runs: with its dependencies it weighs 180 MB. */
const lighthouse = "lighthouse@12.8.2";
const runs = 3;
const debuggingPort = 9333;
/** Search engines are kept from the page of signing in. */
const unlisted: readonly string[] = [paths.login];
const categories = { performance: 98, accessibility: 100, "best-practices": 100, seo: 95 } as const;
const times = [
  { id: "largest-contentful-paint", name: "largest element", unit: "ms", atMost: 1500 },
  { id: "total-blocking-time", name: "blocking time", unit: "ms", atMost: 50 },
  { id: "cumulative-layout-shift", name: "layout shift", unit: "", atMost: 0.01 },
] as const;

export interface LighthouseResult {
  figures: Figure[];
  /** What it found wanting outside performance, where every point counts. */
  faults: string[];
}

/** A browser for Lighthouse's mobile preset, with its simulated slow line; each figure is the median of three runs. */
export async function openLighthouse() {
  const browser = await launchBrowser([`--remote-debugging-port=${debuggingPort}`]);
  return {
    close: () => browser.close(),
    measure: async (url: string, path: string): Promise<LighthouseResult> => {
      const results: Report[] = [];
      for (let run = 0; run < runs; run++) results.push(await report(url));
      const listed = Object.entries(categories).filter(([id]) => id !== "seo" || !unlisted.includes(path));
      return {
        figures: [
          ...listed.map(([id, atLeast]): Figure => {
            const value = Math.round(median(results.map((result) => 100 * (result.categories[id]?.score ?? 0))));
            return { name: `${path} ${id}`, value, unit: "points", goal: { atLeast } };
          }),
          ...times.map(({ id, name, unit, atMost }): Figure => {
            const value = median(results.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN));
            return {
              name: `${path} ${name}`,
              value: Number(value.toFixed(unit === "ms" ? 0 : 3)),
              unit,
              goal: { atMost },
            };
          }),
        ],
        faults: results.slice(0, 1).flatMap((result) =>
          faultsOf(
            result,
            listed.map(([id]) => id),
          ),
        ),
      };
    },
  };
}

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] } | undefined>;
  audits: Record<string, { title: string; score: number | null; numericValue?: number } | undefined>;
  runtimeError?: { code: string; message: string };
}

async function report(url: string, attempts = 3): Promise<Report> {
  const result = await run(url);
  const error = result.runtimeError;
  // The browser's trace begins too late now and then, and what Lighthouse says of that is to run it again.
  if (error?.code === "NO_NAVSTART" && attempts > 1) return report(url, attempts - 1);
  if (error) throw new Error(error.message);
  return result;
}

async function run(url: string): Promise<Report> {
  const categoryList = `--only-categories=${Object.keys(categories).join(",")}`;
  const options = [`--port=${debuggingPort}`, "--output=json", "--quiet", "--no-enable-error-reporting", categoryList];
  const child = spawn("npx", ["--yes", lighthouse, url, ...options], { stdio: ["ignore", "pipe", "inherit"] });
  const [printed] = await Promise.all([text(child.stdout), once(child, "close")]);
  if (!printed) throw new Error(`${lighthouse} printed no result for ${url}.`);
  return JSON.parse(printed);
}

function faultsOf({ categories: found, audits }: Report, listed: string[]): string[] {
  const refs = listed.filter((id) => id !== "performance").flatMap((id) => found[id]?.auditRefs ?? []);
  const faults = refs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1);
  return faults.map(({ id }) => `${id}: ${audits[id]?.title}`);
}
