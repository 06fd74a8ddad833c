import { existsSync } from "node:fs";
import { type ApiSample, bareServer, pgbenchAt } from "./api-rounds.ts";
import type { BenchOptions, Figure } from "./figure.ts";
import { atLeast, atMost } from "./goals.ts";
import { isPgbenchInstalled } from "./pgbench.ts";
import { medianRatio } from "./samples.ts";

type Samples = readonly ApiSample[];
type Values = ApiSample["values"];
type Read = (values: Values) => number;
interface Place {
  what: string;
  where: string;
}

const perSecond: Read = (values) => values.perSecond;
const p50: Read = ({ p50: milliseconds = Number.NaN }) => milliseconds;
const nodeTime: Read = ({ cpu }) => cpu?.node ?? Number.NaN;
const clubTime: Read = ({ cpu }) => (cpu ? cpu.node + cpu.postgres : Number.NaN);
const wholeTime: Read = ({ cpu }) => (cpu ? cpu.node + cpu.postgres + cpu.generator : Number.NaN);

/**
 * In CI a neighbour takes cores away in the middle of a round, and more of them from one process than from sixteen: there
 * the time of a core that an answer takes stands for how often there is one. Where it cannot be read, rates have to do.
 */
const isByCoreTime = ({ isQuick }: BenchOptions) => isQuick && existsSync("/proc/self/stat");

/** What is compared, each with its goal. @param stages the smaller and the larger club. */
export function ratioFigures(
  samples: Samples,
  [small, large]: readonly [string, string],
  reads: readonly string[],
  options: BenchOptions,
): Figure[] {
  return [
    ...[small, large].flatMap((where) => pgbenchRatios(samples, where, options)),
    ...[small, large].map((where): Figure => {
      const [of, than] = [
        { what: "directory, conditional", where },
        { what: "directory", where },
      ];
      const name = `directory, conditional ÷ full, ${where}`;
      return { name, value: rateRatio(samples, of, than, clubTime, options), unit: "×", goal: atLeast(2, options) };
    }),
    ...["home", "article"].flatMap((what) => bareRatios(samples, what, small, options)),
    ...reads.map((what): Figure => {
      const [read, kind] = isByCoreTime(options) ? ([wholeTime, "a core's time"] as const) : ([p50, "p50"] as const);
      const value = medianRatio(samples, { what, where: large }, { what, where: small }, read);
      return { name: `${what}, ${kind}, ${large} ÷ ${small}`, value, unit: "×", goal: atMost(1.3, options) };
    }),
  ];
}

/** @param time of a core that counts, where it stands for the rate. */
function rateRatio(samples: Samples, of: Place, than: Place, time: Read, options: BenchOptions): number {
  if (isByCoreTime(options)) return medianRatio(samples, than, of, time);
  return medianRatio(samples, of, than, perSecond);
}

/** By answers a second, and by Node's own time for one, which a slow load generator cannot hide. */
function bareRatios(samples: Samples, what: string, where: string, options: BenchOptions): Figure[] {
  const club = { what, where };
  const bare = { what, where: bareServer };
  return [
    {
      name: `${what} ÷ bare server`,
      value: rateRatio(samples, club, bare, wholeTime, options),
      unit: "×",
      goal: atLeast(0.25, options),
    },
    {
      name: `${what} ÷ bare server, by Node's own time`,
      value: medianRatio(samples, bare, club, nodeTime),
      unit: "×",
      note: "An answer takes the load generator longer than it takes the bare server, which flatters the rate above.",
    },
  ];
}

function pgbenchRatios(samples: Samples, where: string, options: BenchOptions): Figure[] {
  const name = (protocol: string) => `directory ÷ pgbench -M ${protocol}, ${where}`;
  if (!isPgbenchInstalled()) {
    const note = "pgbench, which comes with PostgreSQL's client programs, is not installed.";
    return [{ name: name("…"), value: Number.NaN, unit: "×", note }];
  }
  const unprepared = options.isQuick ? (["simple"] as const) : (["simple", "extended"] as const);
  return unprepared.map((protocol) => {
    const [of, than] = [
      { what: "directory", where },
      { what: "directory", where: pgbenchAt(protocol, where) },
    ];
    const value = rateRatio(samples, of, than, clubTime, options);
    return { name: name(protocol), value, unit: "×", goal: atLeast(0.5, options) };
  });
}
