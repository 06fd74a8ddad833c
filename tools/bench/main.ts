import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { api } from "./api.ts";
import { cost } from "./cost.ts";
import { feel } from "./feel.ts";
import { membersArea } from "./members-area.ts";
import { pages } from "./pages.ts";
import { processes } from "./processes.ts";
import { reads } from "./reads.ts";
import { start } from "./start.ts";
import type { BenchPart } from "./support/figure.ts";
import { describeMachine } from "./support/machine.ts";
import { brokenOff, describePart, type MeasuredPart, missedIn, toRecord } from "./support/report.ts";
import { tests } from "./tests.ts";

/**
 * Measures everything that this repository promises about speed, one part after the other: `npm run bench`, in CI with
 * `-- --quick`, a single part with `-- --only api`. Prints a table of each and leaves all figures in tools/bench/figures.json.
 */
const parts: Record<string, { part: BenchPart; isQuick: boolean }> = {
  api: { part: api, isQuick: true },
  processes: { part: processes, isQuick: true },
  reads: { part: reads, isQuick: false },
  cost: { part: cost, isQuick: false },
  pages: { part: pages, isQuick: true },
  feel: { part: feel, isQuick: false },
  members: { part: membersArea, isQuick: false },
  start: { part: start, isQuick: false },
  tests: { part: tests, isQuick: false },
};

const { values } = parseArgs({ options: { quick: { type: "boolean", default: false }, only: { type: "string" } } });
const options = { isQuick: values.quick };
const chosen = Object.entries(parts).filter(([name, { isQuick }]) =>
  values.only ? name === values.only : isQuick || !options.isQuick,
);
if (chosen.length === 0) throw new Error(`There is no such part. There are ${Object.keys(parts).join(", ")}.`);

const measured: MeasuredPart[] = [];
for (const [, { part }] of chosen) {
  const began = performance.now();
  measured.push({ title: part.title, figures: await part.measure(options).catch(brokenOff) });
  console.log(`\n${describePart(measured.at(-1) as MeasuredPart, options)}`);
  console.log(`\nTook ${Math.round((performance.now() - began) / 1000)} s.`);
}
writeFileSync(
  "tools/bench/figures.json",
  `${JSON.stringify({ ...describeMachine(), ...options, parts: measured.map(toRecord) }, null, 2)}\n`,
);
const missed = missedIn(measured);
if (missed.length > 0) {
  console.error(`\nMissed: ${missed.map(({ name }) => name).join("; ")}.`);
  process.exitCode = 1;
}
