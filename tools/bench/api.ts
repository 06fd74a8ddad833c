import { loadFigures } from "./support/api-loads.ts";
import { ratioFigures } from "./support/api-ratios.ts";
import { paceOf, takeRounds } from "./support/api-rounds.ts";
import { openStage } from "./support/api-stage.ts";
import type { BenchPart } from "./support/figure.ts";
import { documentCalls } from "./support/operations.ts";
import { runBareServer } from "./support/run-bare-server.ts";

/** Filling tables takes most of the quick form. Below 500, searches find less than the page that they fill in a larger club. */
const quickMembers = { few: 500, many: 5000 };

/** How often the built club answers, beside PostgreSQL and Node alone, with few members and with many. */
export const api: BenchPart = {
  title: "API",
  measure: async (options) => {
    const pace = paceOf(options);
    const stops: (() => Promise<void>)[] = [];
    const opened = <Opened extends { stop(): Promise<void> }>(it: Opened): Opened => {
      stops.unshift(it.stop);
      return it;
    };
    try {
      const members = options.isQuick ? quickMembers : { few: 1000, many: 100_000 };
      const small = opened(await openStage({ ...pace, members: members.few }));
      const large = opened(await openStage({ ...pace, members: members.many }));
      const bare = opened(await runBareServer(small.club.url, Object.values(documentCalls)));
      const samples = await takeRounds([small, large], bare, options);
      const reads = small.reads.map(({ name }) => name);
      return [...ratioFigures(samples, [small.name, large.name], reads, options), ...loadFigures(samples)];
    } finally {
      for (const stop of stops) await stop();
    }
  },
};
