import type { BenchOptions, Figure } from "./figure.ts";
import { atLeast, atMost } from "./goals.ts";
import type { Measured } from "./measure-load.ts";
import { medianOf, medianRatio, type Sample } from "./samples.ts";

type Samples = readonly Sample<Measured>[];
const perSecond = (values: Measured) => values.perSecond;
const serverTime = ({ cpu }: Measured) => cpu.node + cpu.postgres;
const whatsIn = (samples: Samples) => [...new Set(samples.map(({ what }) => what))];

/** Fewer cores cannot show what a second process adds: load, two processes and database share them. */
const neededCores = 6;

/** @param samples none where processes cannot be held. */
export function heldFigures(samples: Samples, share: number, options: BenchOptions): Figure[] {
  const name = (what: string) => `${what}, two ÷ one, each held to ${share} of a core`;
  if (samples.length === 0) {
    const note = "Processes cannot be held to a share of a core here: that takes Linux' control groups, and root.";
    return [{ name: name("directory"), value: Number.NaN, unit: "×", note }];
  }
  return whatsIn(samples).map((what) => ({
    name: name(what),
    value: ratioOf(samples, what),
    unit: "×",
    goal: atLeast(1.6, options),
    note: describeWork(samples, what),
  }));
}

export function openFigures(samples: Samples, cores: number, options: BenchOptions): Figure[] {
  return whatsIn(samples).flatMap((what) => [
    {
      name: `${what}, two ÷ one`,
      value: ratioOf(samples, what),
      unit: "×",
      ...(cores >= neededCores && { goal: atLeast(1.6, options) }),
      note: `${describeWork(samples, what)} There are ${cores}.`,
    },
    {
      name: `${what}, a core's time for an answer, two ÷ one`,
      value: medianRatio(samples, { what, where: "two" }, { what, where: "one" }, serverTime),
      unit: "×",
      ...(cores >= neededCores && { goal: atMost(1.25, options) }),
    },
    ...["one", "two"].flatMap((where): Figure[] => {
      const of = (read: (values: Measured) => number) => medianOf(samples, { what, where }, read);
      return [
        { name: `${what}, ${where}`, value: of(perSecond), unit: "/s" },
        { name: `${what}, ${where}: a core's time in Node`, value: of(({ cpu }) => cpu.node), unit: "ms" },
        { name: `${what}, ${where}: in PostgreSQL`, value: of(({ cpu }) => cpu.postgres), unit: "ms" },
      ];
    }),
    { name: `${what}: failures`, value: failuresOf(samples, what), unit: "", goal: { atMost: 0 } },
  ]);
}

const ratioOf = (samples: Samples, what: string): number =>
  medianRatio(samples, { what, where: "two" }, { what, where: "one" }, perSecond);

const failuresOf = (samples: Samples, what: string): number =>
  samples.filter((sample) => sample.what === what).reduce((sum, { values }) => sum + values.failures, 0);

/** How many cores were busy with what, under two processes: whether the machine ran out of them, or the database. */
function describeWork(samples: Samples, what: string): string {
  const cores = (read: (cpu: Measured["cpu"]) => number) =>
    (
      medianOf(samples, { what, where: "two" }, ({ cpu, count, seconds }) => (read(cpu) * count) / seconds) / 1000
    ).toFixed(2);
  return `Cores busy with two processes: Node ${cores(({ node }) => node)}, PostgreSQL ${cores(({ postgres }) => postgres)}, load generator ${cores(({ generator }) => generator)}.`;
}
