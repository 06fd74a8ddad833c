import { relative } from "node:path";
import { groupBy } from "#shared/group-by.ts";

/** What a run of one of the two runners left: counts, and what a person has to know of each failure. */
export interface Outcome {
  passed: number;
  failures: Failure[];
  /** A line for each test that was left out, with the reason that it gave. */
  leftOut: string[];
}

interface Failure {
  title: string;
  /** Runs it alone. */
  command: string;
  /** What runs it again: the file of a test, the file and line of a journey. */
  place?: string;
  /** How often it failed, if it passed in other runs. */
  flaky?: string | undefined;
  trace?: string | undefined;
}

interface VitestReport {
  testResults: {
    name: string;
    message?: string;
    status: string;
    assertionResults: { status: string; ancestorTitles: string[]; title: string; meta?: { leftOut?: string } }[];
  }[];
}

/** @param report of Vitest's JSON reporter; undefined if it ended before it wrote one. @param root of the file names. */
export function readVitest(report: unknown, root: string): Outcome {
  const outcome: Outcome = { passed: 0, failures: [], leftOut: [] };
  if (!report) return { ...outcome, failures: [{ title: "Vitest wrote no report", command: "npm run test:unit" }] };
  for (const { name, status, assertionResults } of (report as VitestReport).testResults) {
    const file = relative(root, name).replaceAll("\\", "/");
    const failed = assertionResults.filter((result) => result.status === "failed");
    outcome.passed += assertionResults.filter((result) => result.status === "passed").length;
    for (const result of failed)
      outcome.failures.push({
        title: `${file}: ${fullNameOf(result)}`,
        place: file,
        command: `npx vitest run ${file} --testNamePattern=${quoted(escapePattern(fullNameOf(result)))}`,
      });
    // Its modules or hooks failed, before any test did.
    if (status === "failed" && failed.length === 0)
      outcome.failures.push({ title: file, place: file, command: `npx vitest run ${file}` });
    for (const result of assertionResults)
      if (["skipped", "pending", "todo", "disabled"].includes(result.status))
        outcome.leftOut.push(result.meta?.leftOut ?? `${file}: ${fullNameOf(result)}`);
  }
  return outcome;
}

const fullNameOf = ({ ancestorTitles, title }: { ancestorTitles: string[]; title: string }): string =>
  [...ancestorTitles, title].join(" > ");

interface PlaywrightSuite {
  specs?: PlaywrightSpec[];
  suites?: PlaywrightSuite[];
}
interface PlaywrightSpec {
  title: string;
  file: string;
  line: number;
  tests: {
    status: string;
    annotations: { type: string; description?: string }[];
    results: { status: string; attachments: { name: string; path?: string }[] }[];
  }[];
}

/** @param report of Playwright's JSON reporter. Repeated runs of a journey are one journey, flaky if some of them passed. */
export function readPlaywright(report: unknown): Outcome {
  const outcome: Outcome = { passed: 0, failures: [], leftOut: [] };
  if (!report) return { ...outcome, failures: [{ title: "Playwright wrote no report", command: "npm run test:e2e" }] };
  const { suites = [], errors = [] } = report as { suites?: PlaywrightSuite[]; errors?: { message?: string }[] };
  for (const { message = "" } of errors)
    outcome.failures.push({ title: message.split("\n")[0] ?? "", command: "npm run test:e2e" });
  // Journeys that a loop writes share their place.
  for (const [title, specs] of groupBy(suites.flatMap(specsOf), (spec) => `${placeOf(spec)}: ${spec.title}`)) {
    const place = placeOf(specs[0]);
    const tests = specs.flatMap((spec) => spec.tests);
    const failed = tests.filter(({ status }) => status === "unexpected");
    const skipped = tests.filter(({ status }) => status === "skipped");
    if (failed.length > 0)
      outcome.failures.push({
        title,
        place,
        command: `npm run test:e2e -- ${place}`,
        flaky: failed.length < tests.length ? `failed ${failed.length} of ${tests.length} times` : undefined,
        trace: failed
          .flatMap(({ results }) => results.flatMap(({ attachments }) => attachments))
          .find(({ name }) => name === "trace")?.path,
      });
    else if (skipped.length === tests.length) outcome.leftOut.push(skipped[0]?.annotations[0]?.description ?? title);
    else outcome.passed += 1;
  }
  return outcome;
}

const placeOf = ({ file, line }: PlaywrightSpec): string => `tests/e2e/${file.replaceAll("\\", "/")}:${line}`;

const specsOf = ({ specs = [], suites = [] }: PlaywrightSuite): PlaywrightSpec[] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

/** The end of a run's output: each failure with its command, then a line of counts and time. */
export function describeOutcome(outcomes: Outcome[], { setUpMs, testMs }: { setUpMs: number; testMs: number }): string {
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  const leftOut = outcomes.flatMap((outcome) => outcome.leftOut);
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const named = failures.flatMap(({ title, command, flaky, trace }) => [
    `${flaky ? "Flaky" : "Failed"}: ${title}${flaky ? ` (${flaky})` : ""}`,
    `  ${command}`,
    ...(trace ? [`  npx playwright show-trace ${trace}`] : []),
  ]);
  const reasons = [...groupBy(leftOut, (reason) => reason)].map(
    ([reason, tests]) => `Left out: ${tests.length > 1 ? `${tests.length} × ` : ""}${reason}`,
  );
  const flaky = failures.filter((failure) => failure.flaky).length;
  const counts = `${count(passed)} passed, ${count(failures.length - flaky)} failed, ${flaky ? `${flaky} flaky, ` : ""}${count(leftOut.length)} left out`;
  const time = `${inMinutes(testMs)}${setUpMs > 2000 ? ` after ${inMinutes(setUpMs)} of set-up` : ""}`;
  return ["", ...reasons, ...named, `${counts}, in ${time}`].join("\n");
}

const count = (value: number) => value.toLocaleString("en-GB");
const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function inMinutes(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
