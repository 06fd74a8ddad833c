import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readChangedTests } from "./changed-tests.ts";
import { describeOutcome, type Outcome, readPlaywright, readVitest } from "./test-outcome.ts";

/**
 * `npm test`, `npm run test:night` and `npm run test:changed`: builds, finds a browser, runs the parts one after another, also after a
 * failure, names each failure with the command that runs it alone, and ends with a line of counts and time.
 */
interface Part {
  runner: "vitest" | "playwright";
  args: readonly string[];
  env?: Record<string, string>;
}

const unit = ["--project", "pure", "--project", "unit"];
const parts: Record<string, Part[]> = {
  main: [
    { runner: "vitest", args: unit },
    { runner: "playwright", args: ["--grep", "@main"] },
  ],
  night: [
    { runner: "vitest", args: [...unit, "--sequence.shuffle.files"], env: { FAST_CHECK_RUNS: "1000" } },
    { runner: "vitest", args: ["--project", "ops", "--project", "scale"] },
    { runner: "vitest", args: ["--project", "long"] },
    { runner: "vitest", args: ["--project", "security", "--mode", "full"] },
    { runner: "playwright", args: ["--grep-invert", "@main"] },
    { runner: "playwright", args: ["--grep", "@main", "--repeat-each", "3"] },
  ],
};
const [name = "main"] = process.argv.slice(2);
const chosen = name === "changed" ? changedParts() : parts[name];
if (!chosen) throw new Error(`There is no run "${name}": ${Object.keys(parts).join(", ")}, changed`);
const isNight = name === "night";
if (chosen.length === 0) {
  console.log("Nothing has changed that npm test leaves out.");
  process.exit(0);
}

const began = performance.now();
for (const preparation of ["build-if-stale", "find-browser"])
  if (start("tsx", [`scripts/${preparation}.ts`]) !== 0) process.exit(1);
const prepared = performance.now();
const folder = mkdtempSync(join(tmpdir(), "kindling-outcome-"));
const outcomes: Outcome[] = [];
let hasFailed = false;
for (const [index, part] of chosen.entries()) {
  const file = join(folder, `${index}.json`);
  const { status, outcome } = runPart(part, file, String(index));
  outcomes.push(outcome);
  // Such as an effect that no test produces, which the end of the whole run finds.
  if (status !== 0 && outcome.failures.length === 0)
    outcome.failures.push({
      title: `${part.runner} ended with an error, which stands above`,
      command: commandOf(part),
    });
  repeatFailures(part, outcome, join(folder, "again.json"), `${index}-again`);
  hasFailed ||= status !== 0 && (isNight || outcome.failures.some(({ flaky }) => !flaky));
}
rmSync(folder, { recursive: true });
console.log(describeOutcome(outcomes, { setUpMs: prepared - began, testMs: performance.now() - prepared }));
process.exit(hasFailed ? 1 : 0);

/** After `npm test`: the suites if they are concerned, and the rest of the journeys of what changed. */
function changedParts(): Part[] {
  const { needsSuites, journeys } = readChangedTests();
  return [
    ...(needsSuites
      ? [{ runner: "vitest", args: ["--project", "ops", "--project", "scale", "--project", "security"] } as const]
      : []),
    ...(journeys.length
      ? [{ runner: "playwright", args: ["--grep-invert", "@main", "--pass-with-no-tests", ...journeys] } as const]
      : []),
  ];
}

/**
 * Tells a test that always fails from one that sometimes does: at night a journey runs ten times more; before a change a few failures run
 * once more by themselves, as two cores that do three things at once are late for one of some 9,000 tests.
 */
function repeatFailures({ runner, args }: Part, outcome: Outcome, file: string, output: string): void {
  const places = [...new Set(outcome.failures.flatMap(({ place }) => place ?? []))];
  if (places.length === 0 || (isNight ? runner === "vitest" : outcome.failures.length > 5)) return;
  const projects = args.filter((_, index) => args[index] === "--project" || args[index - 1] === "--project");
  const repeated = isNight ? ["--repeat-each", "10"] : [];
  const again = runPart({ runner, args: [...projects, ...places, ...repeated] }, file, output);
  for (const failure of outcome.failures) {
    const found = again.outcome.failures.find(({ title }) => title === failure.title);
    if (found?.flaky) failure.flaky = found.flaky;
    else if (!found && (isNight || again.status === 0))
      failure.flaky = `${failure.flaky ?? "failed once"}, then not ${isNight ? "in ten runs" : "by itself"}`;
  }
}

/** @param output a folder for traces, which Playwright empties first. */
function runPart({ runner, args, env = {} }: Part, file: string, output: string): { status: number; outcome: Outcome } {
  const common = { ...env, TEST_BUILT_WORKERS: "dist/server", ...(isNight && { NIGHT: "1" }) };
  if (runner === "vitest") {
    const reports = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const status = start("vitest", ["run", ...args, ...reports], common);
    return { status, outcome: readVitest(readJson(file), process.cwd()) };
  }
  const written = { ...common, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const status = start(
    "playwright",
    ["test", ...args, "--reporter=list,json", "--output", `test-results/${output}`],
    written,
  );
  return { status, outcome: readPlaywright(readJson(file)) };
}

function commandOf({ runner, args, env = {} }: Part): string {
  const settings = Object.entries(env).map(([key, value]) => `${key}=${value}`);
  return [...settings, "npx", runner, runner === "vitest" ? "run" : "test", ...args].join(" ");
}

function start(program: string, args: string[], env: Record<string, string> = {}): number {
  // npm puts the programs of node_modules on the path; on Windows they are scripts, which need a shell.
  const options = { stdio: "inherit", shell: process.platform === "win32", env: { ...process.env, ...env } } as const;
  return spawnSync(program, args, options).status ?? 1;
}

/** Returns undefined if the runner ended before it wrote one. */
function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  } finally {
    rmSync(file, { force: true });
  }
}
