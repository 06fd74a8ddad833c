import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { paths } from "#shared/paths.ts";
import { chromiumFlags, chromiumPath } from "#tests/support/chromium.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { Figure } from "./figure.ts";
import { median } from "./samples.ts";

/** 180 MB with its dependencies, so that npx fetches it when it runs. */
const lighthouse = "lighthouse@12.8.2";
const runs = 3;
const debuggingPort = 9333;
const categories = { performance: 98, accessibility: 100, "best-practices": 100, seo: 95 };
const audits = [
  { id: "largest-contentful-paint", name: "largest element", unit: "ms", atMost: 1500 },
  { id: "total-blocking-time", name: "blocking time", unit: "ms", atMost: 50 },
  { id: "cumulative-layout-shift", name: "layout shift", unit: "", atMost: 0.01 },
] as const;

/** Lighthouse's mobile preset, with its simulated slow line, against the built club; each figure is the median of three runs. */
export async function measurePages(paths: readonly string[]): Promise<Figure[]> {
  const app = await runApp();
  const args = [...chromiumFlags, `--remote-debugging-port=${debuggingPort}`];
  const browser = await chromium.launch({ executablePath: chromiumPath() ?? "chromium", args });
  const figures: Figure[] = [];
  try {
    for (const path of paths) {
      const reports: Report[] = [];
      for (let run = 0; run < runs; run++) reports.push(await report(`${app.url}${path}`));
      figures.push(...figuresOf(path, reports));
    }
  } finally {
    await browser.close();
    await app.stop();
  }
  return figures;
}

interface Report {
  categories: Record<string, { score: number | null } | undefined>;
  audits: Record<string, { numericValue?: number } | undefined>;
  runtimeError?: { code: string; message: string };
}

function figuresOf(path: string, reports: readonly Report[]): Figure[] {
  // Search engines are kept from the page of signing in.
  const listed = Object.entries(categories).filter(([id]) => id !== "seo" || path !== paths.login);
  return [
    ...listed.map(([id, atLeast]): Figure => {
      const value = Math.round(median(reports.map((of) => 100 * (of.categories[id]?.score ?? 0))));
      return { name: `${path} ${id}`, value, unit: "points", goal: { atLeast } };
    }),
    ...audits.map(({ id, name, unit, atMost }): Figure => {
      const value = median(reports.map((of) => of.audits[id]?.numericValue ?? Number.NaN));
      return { name: `${path} ${name}`, value, unit, goal: { atMost } };
    }),
  ];
}

async function report(url: string, attempts = 3): Promise<Report> {
  const only = `--only-categories=${Object.keys(categories).join(",")}`;
  const options = [`--port=${debuggingPort}`, "--output=json", "--quiet", "--no-enable-error-reporting", only];
  const { stdout } = await promisify(execFile)("npx", ["--yes", lighthouse, url, ...options], { maxBuffer: 2 ** 26 });
  const result: Report = JSON.parse(stdout);
  // The browser's trace begins too late now and then, and what Lighthouse says of that is to run it again.
  if (result.runtimeError?.code === "NO_NAVSTART" && attempts > 1) return report(url, attempts - 1);
  if (result.runtimeError) throw new Error(result.runtimeError.message);
  return result;
}
