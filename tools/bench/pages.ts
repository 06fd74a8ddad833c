import { publicPagePaths } from "#tests/support/public-page-paths.ts";
import { runClub } from "#tests/support/running-club.ts";
import { pageWeights } from "../../scripts/page-weights.ts";
import type { BenchPart, Figure } from "./support/figure.ts";
import { openLighthouse } from "./support/lighthouse-run.ts";

/** What pages weigh, and how fast Lighthouse's phone shows them. Its times depend on the machine, so that CI only weighs. */
export const pages: BenchPart = {
  title: "Pages",
  measure: async ({ isQuick }) => [...(await weights()), ...(isQuick ? [] : await lighthouseFigures())],
};

const weights = async (): Promise<Figure[]> =>
  (await pageWeights()).map(({ name, bytes, budget }) => ({
    name,
    value: Number((bytes / 1000).toFixed(1)),
    unit: "kB",
    goal: { atMost: budget / 1000 },
  }));

async function lighthouseFigures(): Promise<Figure[]> {
  const club = await runClub();
  const lighthouse = await openLighthouse();
  const figures: Figure[] = [];
  try {
    for (const path of publicPagePaths) figures.push(...(await lighthouse.measure(`${club.url}${path}`, path)).figures);
  } finally {
    await lighthouse.close();
    await club.stop();
  }
  return figures;
}
