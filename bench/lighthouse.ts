import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { paths } from "#shared/paths.ts";
import { chromiumPath } from "#tests/support/chromium.ts";
import { runClub } from "#tests/support/running-club.ts";

/**
 * Lighthouse with its mobile preset against the built club, three runs a page: prints the medians and fails below the
 * goals. `npm run lighthouse`, or for other pages `npm run lighthouse -- /membership /calculator`.
 */
const runs = 3;
const debuggingPort = 9333;
const goals = { performance: 95, accessibility: 100, "best-practices": 100, seo: 95 } as const;
const named = process.argv.slice(2);
const pages = named.length > 0 ? named : [paths.home, paths.article("eis-seis-tax-schemes")];

const club = await runClub();
const browser = await chromium.launch({
  executablePath: chromiumPath() ?? "chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", `--remote-debugging-port=${debuggingPort}`],
});
let isBelow = false;
for (const page of pages) {
  const results: Awaited<ReturnType<typeof measure>>[] = [];
  for (let run = 0; run < runs; run++) results.push(await measure(`${club.url}${page}`));
  const scores = Object.entries(goals).map(([category, goal]) => {
    const score = median(results.map(({ categories }) => 100 * (categories[category]?.score ?? 0)));
    if (score < goal) isBelow = true;
    return `${category} ${Math.round(score)} (goal ${goal})`;
  });
  const times = [
    "first-contentful-paint",
    "largest-contentful-paint",
    "total-blocking-time",
    "cumulative-layout-shift",
  ];
  const figures = times.map((id) => {
    const value = median(results.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN));
    return `${id} ${value.toFixed(id.endsWith("shift") ? 3 : 0)}`;
  });
  console.log(`${page}\n  ${scores.join(", ")}\n  ${figures.join(", ")}`);
  for (const audit of failed(results[0])) console.log(`  - ${audit}`);
}
await browser.close();
await club.stop();
if (isBelow) process.exit(1);

async function measure(url: string) {
  const options = { port: debuggingPort, onlyCategories: Object.keys(goals), logLevel: "error" as const };
  const result = await lighthouse(url, options);
  if (!result || result.lhr.runtimeError) throw new Error(result?.lhr.runtimeError?.message ?? `No result for ${url}.`);
  return result.lhr;
}

/** What Lighthouse found wanting outside performance, where every point counts. */
function failed(result: Awaited<ReturnType<typeof measure>> | undefined): string[] {
  if (!result) return [];
  const ids = ["accessibility", "best-practices", "seo"].flatMap(
    (category) => result.categories[category]?.auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id) ?? [],
  );
  return ids.filter((id) => (result.audits[id]?.score ?? 1) < 1).map((id) => `${id}: ${result.audits[id]?.title}`);
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
