import { configDefaults, defineConfig } from "vitest/config";

// The reporter prints failures with it, and Node 20 does not have it yet.
Map.groupBy ??= <Key, Item>(items: Iterable<Item>, keyOf: (item: Item, index: number) => Key) => {
  const groups = new Map<Key, Item[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
};

/** What needs no database. */
const pure = ["src/shared/**/*.test.ts", "src/web/**/*.test.{ts,tsx}"];
const scale = ["src/**/*.scale.test.ts"];
/** Whole processes: started, stopped, killed, backed up, restored, attacked. */
const operations = ["src/server/ops/**/*.test.ts", "tests/ops/*.test.ts", "tests/ops/faults/*.test.ts"];
/** Variants of what the suites above show once; at night, not for each change. */
const long = ["tests/ops/**/*.long.test.ts"];
const security = ["tests/ops/security/**/*.test.ts"];
/** With the programs that stand around a club; they have to be installed. */
const programs = ["tests/ops/programs/**/*.test.ts"];

const startsPostgres = "tests/global-setup.ts";
const buildsServer = "tests/ops/support/built-server.ts";
const preparesData = "tests/ops/support/prepared-data.ts";

const project = (name: string, include: string[], exclude: string[] = [], globalSetup: string[] = []) => ({
  extends: true as const,
  test: { name, include, exclude: [...configDefaults.exclude, ...exclude], globalSetup },
});

export default defineConfig({
  test: {
    projects: [
      project("pure", pure),
      project(
        "unit",
        ["src/**/*.test.{ts,tsx}", "tests/**/*.test.ts", "tools/**/*.test.ts"],
        [...pure, ...scale, ...operations, ...security, ...programs],
        [startsPostgres],
      ),
      project("scale", scale, [], [startsPostgres]),
      project("ops", operations, long, [startsPostgres, buildsServer, preparesData]),
      project("long", long, [], [startsPostgres, buildsServer, preparesData]),
      project("security", security, [], [startsPostgres, buildsServer]),
      project("programs", programs, [], [startsPostgres, buildsServer, preparesData]),
    ],
    // Long beside other work: some tests start processes, and each of these compiles what it runs.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What happens beside a test, as a notification or a job; a busy machine needs seconds for it.
    expect: { poll: { timeout: 20_000, interval: 50 } },
    pool: "threads",
    // One more than the processors of a small machine: processes under test spend much of their time waiting.
    maxWorkers: 3,
    // No file leaves anything behind in its modules; loading them again would cost more than most files' tests.
    isolate: false,
  },
});
