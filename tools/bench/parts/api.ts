import { sampleAccounts } from "#server/sample/sample-club.ts";
import { paths } from "#shared/paths.ts";
import { signIn } from "#tests/ops/support/visitor.ts";
import { connectionsPerProcess, type Load, type Measured, sendLoad, type Target } from "../../load/send-load.ts";
import type { BenchOptions, BenchPart, Figure } from "../support/figure.ts";
import { directoryTransaction, isPgbenchInstalled, measurePgbench } from "../support/pgbench.ts";
import { hasCpuTime } from "../support/process-usage.ts";
import { Samples } from "../support/samples.ts";
import { withBareServer } from "../support/with-bare-server.ts";
import { type Club, withClub } from "../support/with-club.ts";

const directoryPath = "/api/member-profiles";
const asBrowser = { accept: "text/html", "accept-encoding": "gzip, deflate, br" };
const documents = {
  home: { path: paths.home, headers: asBrowser },
  article: { path: paths.article("eis-seis-tax-schemes"), headers: asBrowser },
};
const readNames = [
  "directory",
  "directory, conditional",
  "session",
  "own profile",
  "search",
  "expertise",
  "article",
  "home",
] as const;
const rounds = 3;
/** Below 500 members, searches find less than the page that they fill in a larger club. */
const quick = {
  few: 500,
  many: 5000,
  pace: { answers: 10 * connectionsPerProcess },
  /** So cheap that the bare server has to warm up first. */
  documentPace: { answers: 60 * connectionsPerProcess },
  protocols: ["simple"],
  pgbench: ["-c", "4", "-t", "250"],
};
const full = {
  few: 1000,
  many: 100_000,
  pace: { seconds: 2 },
  documentPace: { seconds: 2 },
  protocols: ["simple", "extended"],
  pgbench: ["-c", String(connectionsPerProcess), "-T", "2"],
};

/** How often the built club answers, beside PostgreSQL and Node alone, with few members and with many. */
export const api: BenchPart = {
  title: "API",
  measure: (options) => {
    const { few, many } = options.isQuick ? quick : full;
    return withClub(sizeOf(few), (small) =>
      withClub(sizeOf(many), (large) =>
        withBareServer({ clubUrl: small.url, calls: Object.values(documents) }, async (bare) => {
          const clubs = { [nameOf(few)]: small, [nameOf(many)]: large };
          const samples = await takeRounds(clubs, bare, options);
          return [
            ...ratioFigures(samples, [nameOf(few), nameOf(many)], options),
            { name: "answers that failed", value: samples.failures(), unit: "", goal: { atMost: 0 } },
            ...(options.isQuick ? [] : loadFigures(samples)),
          ];
        }),
      ),
    );
  },
};

const sizeOf = (members: number) => ({ members, submissions: members / 100, invitations: members / 10 });
const nameOf = (members: number) => `${members.toLocaleString("en-GB")} members`;

/** Everything once a round, the clubs in turns, so that what is compared was measured seconds apart. */
async function takeRounds(clubs: Record<string, Club>, bare: Target, { isQuick }: BenchOptions): Promise<Samples> {
  const { pace, documentPace, protocols, pgbench } = isQuick ? quick : full;
  const loads: [name: string, ...sent: Parameters<typeof sendLoad>][] = [];
  for (const [what, call] of Object.entries(documents)) {
    loads.push([`${what}, bare server`, bare, { calls: [call], status: 200 }, documentPace]);
  }
  const transactions: { where: string; club: Club; transaction: string }[] = [];
  for (const [where, club] of Object.entries(clubs)) {
    for (const [what, load] of Object.entries(await readsOf(club))) {
      loads.push([`${what}, ${where}`, club, load, what in documents ? documentPace : pace]);
    }
    transactions.push({ where, club, transaction: await directoryTransaction(club.database) });
  }
  loads.sort(([a], [b]) => a.localeCompare(b));
  for (const [, ...sent] of loads) await sendLoad(...sent); // Warms up.
  const samples = new Samples();
  for (let round = 0; round < rounds; round++) {
    for (const [name, ...sent] of loads) samples.add(name, await sendLoad(...sent));
    for (const { where, club, transaction } of isPgbenchInstalled() ? transactions : []) {
      for (const protocol of protocols) {
        const measured = await measurePgbench(club, transaction, ["-M", protocol, ...pgbench]);
        samples.add(`pgbench -M ${protocol}, ${where}`, measured);
      }
    }
  }
  return samples;
}

async function readsOf({ url }: Club): Promise<Record<(typeof readNames)[number], Load>> {
  const cookie = await signIn(url, sampleAccounts.member);
  const { headers } = await fetch(`${url}${directoryPath}`, { headers: { cookie } });
  const get = (path: string, more = {}, status = 200): Load => ({
    calls: [{ path, headers: { cookie, ...more } }],
    status,
  });
  return {
    directory: get(directoryPath),
    "directory, conditional": get(directoryPath, { "if-none-match": headers.get("etag") }, 304),
    session: get("/api/session"),
    "own profile": get(`${directoryPath}/me`),
    search: get(`${directoryPath}?q=lindqvist`),
    expertise: get(`${directoryPath}?expertise=Pricing`),
    article: get(documents.article.path, asBrowser),
    home: get(documents.home.path, asBrowser),
  };
}

const perSecond = (measured: Measured) => measured.perSecond;
const nodeTime = ({ cpu }: Measured) => cpu.node;
const serverTime = ({ cpu }: Measured) => cpu.node + cpu.postgres;
const wholeTime = ({ cpu }: Measured) => cpu.node + cpu.postgres + cpu.generator;

/**
 * In CI a neighbour takes cores away in the middle of a round, and more of them from one process than from sixteen: there
 * the time of a core for an answer is compared, in place of rates and latencies.
 */
function ratioFigures(
  samples: Samples,
  [small, large]: readonly [string, string],
  { isQuick }: BenchOptions,
): Figure[] {
  const isByTime = isQuick && hasCpuTime;
  const rate = (of: string, to: string, time = serverTime) =>
    isByTime ? samples.ratio(to, of, time) : samples.ratio(of, to, perSecond);
  const latency = isByTime ? wholeTime : ({ p50 }: Measured) => p50;
  const ratio = (name: string, value: number, goal?: Figure["goal"]): Figure => ({
    name,
    value,
    unit: "×",
    ...(goal && { goal }),
  });
  const pgbenchRatio = (protocol: string, where: string) => {
    const pgbench = `pgbench -M ${protocol}, ${where}`;
    return ratio(`directory ÷ ${pgbench}`, rate(`directory, ${where}`, pgbench), { atLeast: 0.5 });
  };
  const protocols = isQuick ? quick.protocols : full.protocols;
  const without = { ...ratio("directory ÷ pgbench", Number.NaN), note: "PostgreSQL's pgbench is not installed." };
  return [
    ...(isPgbenchInstalled()
      ? [small, large].flatMap((where) => protocols.map((protocol) => pgbenchRatio(protocol, where)))
      : [without]),
    ...[small, large].map((where) =>
      ratio(
        `directory, conditional ÷ full, ${where}`,
        rate(`directory, conditional, ${where}`, `directory, ${where}`),
        {
          atLeast: 2,
        },
      ),
    ),
    ...Object.keys(documents).flatMap((what) => {
      const [club, bare] = [`${what}, ${small}`, `${what}, bare server`];
      return [
        ratio(`${what} ÷ bare server`, rate(club, bare, wholeTime), { atLeast: 0.25 }),
        ratio(`${what} ÷ bare server, by Node's own time`, samples.ratio(bare, club, nodeTime)),
      ];
    }),
    ...readNames.map((what) => {
      const value = samples.ratio(`${what}, ${large}`, `${what}, ${small}`, latency);
      return ratio(`${what}, ${isByTime ? "a core's time" : "p50"}, ${large} ÷ ${small}`, value, { atMost: 1.3 });
    }),
  ];
}

const loadFigures = (samples: Samples): Figure[] =>
  samples.names().flatMap((name): Figure[] => [
    { name, value: samples.median(name, perSecond), unit: "/s" },
    { name: `${name}: p50`, value: samples.median(name, ({ p50 }) => p50), unit: "ms" },
    { name: `${name}: p99`, value: samples.median(name, ({ p99 }) => p99), unit: "ms" },
    { name: `${name}: a core's time in Node`, value: samples.median(name, nodeTime), unit: "ms" },
    { name: `${name}: in PostgreSQL`, value: samples.median(name, ({ cpu }) => cpu.postgres), unit: "ms" },
  ]);
