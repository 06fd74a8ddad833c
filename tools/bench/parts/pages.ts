import { publicPagePaths } from "#tests/support/public-page-paths.ts";
import { pageWeights } from "../../../scripts/page-weights.ts";
import type { BenchPart, Figure } from "../support/figure.ts";
import { measurePages } from "../support/measure-pages.ts";

/** What pages weigh, and how fast Lighthouse's phone shows them. Its times depend on the machine, so that CI only weighs. */
export const pages: BenchPart = {
  title: "Pages",
  measure: async ({ isQuick }) => [...(await weightFigures()), ...(isQuick ? [] : await measurePages(publicPagePaths))],
};

const weightFigures = async (): Promise<Figure[]> =>
  (await pageWeights()).map(({ name, bytes, budget }) => ({
    name,
    value: bytes / 1000,
    unit: "kB",
    goal: { atMost: budget / 1000 },
  }));
