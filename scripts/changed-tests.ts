import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";

/** These tests are left to the night by `npm test`, and a change may break them all the same. */
export interface ChangedTests {
  needsSuites: boolean;
  /** Spec files, all of whose journeys run. */
  journeys: string[];
}

const suitesDependOn = /^(src\/server\/ops\/|src\/server\/platform\/db\/|tests\/ops\/|db\/|package-lock\.json$)/;

/** @param changed paths from the project's root. @param specs names of the files in tests/e2e. */
export function testsOf(changed: readonly string[], specs: readonly string[]): ChangedTests {
  const features = new Set(changed.flatMap((path) => /^src\/web\/features\/([^/]+)\//.exec(path)?.[1] ?? []));
  const isMeant = (spec: string) =>
    changed.includes(`tests/e2e/${spec}`) || [...features].some((name) => new RegExp(`^${name}[.-]`).test(spec));
  return {
    needsSuites: changed.some((path) => suitesDependOn.test(path)),
    journeys: specs.filter((spec) => spec.endsWith(".spec.ts") && isMeant(spec)).map((spec) => `tests/e2e/${spec}`),
  };
}

/**
 * Looks at commits; what is not committed is not looked at.
 * @param base a commit. Without one, or with the zeros that a forge names for a new branch: what the commits of the last six
 * hours have changed.
 */
export function readChangedTests(base = process.env.CI_BASE): ChangedTests {
  const git = (...words: string[]) => execFileSync("git", words, { encoding: "utf8" }).trim();
  const since = (base && !/^0+$/.test(base) && base) || git("rev-list", "-1", "--before=6 hours ago", "HEAD");
  const changed = since ? git("diff", "--name-only", since, "HEAD").split("\n") : git("ls-files").split("\n");
  return testsOf(changed, readdirSync("tests/e2e"));
}
