import { defineConfig } from "vitest/config";

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

export default defineConfig({
  test: {
    include: ["src/**/*.test.{ts,tsx}", "tests/**/*.test.ts"],
    globalSetup: ["tests/global-setup.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    pool: "threads",
    // One more than the processors of a small machine: what stops, starts and restores clubs waits a good deal.
    maxWorkers: 3,
    // No file leaves anything behind in its modules, and loading them anew costs more than most files' tests.
    isolate: false,
  },
});
