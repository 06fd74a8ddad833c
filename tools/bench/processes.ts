import { availableParallelism } from "node:os";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { holdToShare } from "./support/core-share.ts";
import type { BenchOptions, BenchPart } from "./support/figure.ts";
import { fromConnections } from "./support/load.ts";
import { type Measured, measureLoad } from "./support/measure-load.ts";
import { connectionCount, directoryPath } from "./support/operations.ts";
import { heldFigures, openFigures } from "./support/process-figures.ts";
import type { Sample } from "./support/samples.ts";
import { signIn } from "./support/signed-in.ts";
import { runTwoProcesses, type TwoProcesses } from "./support/two-processes.ts";

const rounds = 3;
const share = 0.25;

/**
 * What a second process on the same database adds: as the machine allows, and with each process held to a share of a
 * core, which leaves the database room even on a small machine.
 */
export const processes: BenchPart = {
  title: "Two processes on one database",
  measure: async (options) => {
    const club = await runTwoProcesses(1000);
    let releases: (() => void)[] = [];
    try {
      const calls = await callsOf(club, options);
      const open = await takeRounds(club, calls, options);
      const held = club.both.nodePids.map((pid) => holdToShare(pid, share));
      releases = held.filter((release) => release !== undefined);
      const isHeld = releases.length === held.length;
      return [
        ...heldFigures(isHeld ? await takeRounds(club, calls, options) : [], share, options),
        ...openFigures(open, availableParallelism(), options),
      ];
    } finally {
      await club.stop();
      for (const release of releases) release();
    }
  },
};

async function callsOf({ one }: TwoProcesses, { isQuick }: BenchOptions) {
  const cookie = await signIn(one.urls[0] ?? "", sampleAccounts.member);
  const paths = { directory: directoryPath, ...(!isQuick && { session: "/api/session" }) };
  return Object.entries(paths).map(([what, path]) => ({ what, call: { path, headers: { cookie } } }));
}

async function takeRounds(
  { one, both }: TwoProcesses,
  calls: Awaited<ReturnType<typeof callsOf>>,
  { isQuick }: BenchOptions,
): Promise<Sample<Measured>[]> {
  const samples: Sample<Measured>[] = [];
  for (let round = -1; round < rounds; round++) {
    for (const { what, call } of calls) {
      for (const target of [one, both]) {
        const where = target === one ? "one" : "two";
        const load = { status: 200, connections: fromConnections(target.urls.length * connectionCount, call) };
        const values = await measureLoad(target, load, isQuick ? 0.7 : 2);
        // The first only warms up.
        if (round >= 0) samples.push({ round, what, where, values });
      }
    }
  }
  return samples;
}
