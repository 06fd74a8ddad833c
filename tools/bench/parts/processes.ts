import { availableParallelism } from "node:os";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { signIn } from "#tests/ops/support/visitor.ts";
import { type Load, type Measured, sendLoad } from "../../load/send-load.ts";
import type { BenchOptions, BenchPart, Figure } from "../support/figure.ts";
import { Samples } from "../support/samples.ts";
import { type Club, withClub } from "../support/with-club.ts";
import { withCoreShare } from "../support/with-core-share.ts";

const rounds = 3;
const share = 0.25;
/** With fewer, load, two processes and database share what a second process adds. */
const neededCores = 6;
const cannotHold = "Takes Linux' control groups, and root.";

/**
 * What a second process on the same database adds: as the machine allows, and with each process held to a share of a
 * core, which leaves the database room even on a small machine.
 */
export const processes: BenchPart = {
  title: "Two processes on one database",
  measure: (options) => {
    const members = options.isQuick ? 500 : 1000;
    const size = { members, submissions: members / 100, invitations: members / 10, processes: 2 };
    return withClub(size, async (club) => {
      const headers = { cookie: await signIn(club.url, sampleAccounts.member) };
      const paths = { directory: "/api/member-profiles", ...(!options.isQuick && { session: "/api/session" }) };
      const isEnough = availableParallelism() >= neededCores;
      const figures: Figure[] = [];
      for (const [what, path] of Object.entries(paths)) {
        const take = () => takeRounds(club, { calls: [{ path, headers }], status: 200 }, options);
        const name = `${what}, each process held to ${share} of a core`;
        const held = await withCoreShare(club.nodePids, share, take);
        figures.push(
          ...(held
            ? figuresOf(name, held, { atLeast: 1.6 })
            : [{ name, value: Number.NaN, unit: "×" as const, note: cannotHold }]),
        );
        if (isEnough) figures.push(...figuresOf(what, await take(), { atLeast: 1.6 }, { atMost: 1.25 }));
        else if (!options.isQuick) figures.push(...figuresOf(what, await take()));
      }
      return figures;
    });
  },
};

async function takeRounds(club: Club, load: Load, { isQuick }: BenchOptions): Promise<Samples> {
  const one = { ...club, urls: club.urls.slice(0, 1), nodePids: club.nodePids.slice(0, 1) };
  const pace = { seconds: isQuick ? 0.7 : 2 };
  for (const target of [one, club]) await sendLoad(target, load, pace); // Warms up.
  const samples = new Samples();
  for (let round = 0; round < rounds; round++) {
    samples.add("one", await sendLoad(one, load, pace));
    samples.add("two", await sendLoad(club, load, pace));
  }
  return samples;
}

function figuresOf(name: string, samples: Samples, rateGoal?: Figure["goal"], timeGoal?: Figure["goal"]): Figure[] {
  const cores = (who: keyof Measured["cpu"]) =>
    samples.median("two", ({ cpu, perSecond }) => (cpu[who] * perSecond) / 1000).toFixed(2);
  const rate = samples.ratio("two", "one", ({ perSecond }) => perSecond);
  const time = samples.ratio("two", "one", ({ cpu }) => cpu.node + cpu.postgres);
  const note = `Cores busy with two processes: Node ${cores("node")}, PostgreSQL ${cores("postgres")}, load generator ${cores("generator")} of ${availableParallelism()}.`;
  return [
    { name: `${name}, two ÷ one`, value: rate, unit: "×", ...(rateGoal && { goal: rateGoal }), note },
    { name: `${name}: time of a core, two ÷ one`, value: time, unit: "×", ...(timeGoal && { goal: timeGoal }) },
    { name: `${name}: failures`, value: samples.failures(), unit: "", goal: { atMost: 0 } },
  ];
}
