import type { BenchPart } from "./support/figure.ts";
import { secondsOf } from "./support/run-command.ts";

export const tests: BenchPart = {
  title: "Tests",
  measure: async () => [
    { name: "npm test", value: await secondsOf("npm", "test"), unit: "s", goal: { atMost: 5 * 60 } },
  ],
};
