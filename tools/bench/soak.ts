import { parseArgs } from "node:util";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import type { Figure } from "./support/figure.ts";
import { runLargeClub } from "./support/large-club.ts";
import { sendLoad } from "./support/load.ts";
import { type Memory, readMemory } from "./support/memory.ts";
import { connectionCount } from "./support/operations.ts";
import { describePart, missedIn } from "./support/report.ts";
import { signIn } from "./support/signed-in.ts";
import { slopeOf } from "./support/slope.ts";
import { mixedCalls } from "./support/write-loads.ts";

/**
 * Half of what the club can do, for half an hour: `npm run bench:soak`, or shorter by `-- --minutes 3`. Fails when memory
 * still grows in the last two thirds of it.
 */
const sampleSeconds = 10;
const mostGrowthPerMinute = 0.5;
/** `shared_buffers` and what PostgreSQL lays beside them. */
const sharedMemory = { atMost: 80 };

const { values } = parseArgs({ options: { minutes: { type: "string", default: "30" } } });
const seconds = 60 * Number(values.minutes);

const club = await runLargeClub({ members: 1000, submissions: 10, invitations: 100 });
const memory: Memory[] = [];
const figures: Figure[] = [];
try {
  const calls = mixedCalls(club.url, await signIn(club.url, sampleAccounts.member));
  const load = { status: 200, connections: Array.from({ length: connectionCount }, () => calls) };
  const full = await sendLoad([club.url], load, { seconds: 10 });
  const looking = setInterval(() => memory.push(readMemory(club)), sampleSeconds * 1000);
  const half = await sendLoad([club.url], load, { seconds, perSecond: Math.round(full.perSecond / 2) });
  clearInterval(looking);
  figures.push(
    { name: "full load", value: full.perSecond, unit: "/s" },
    { name: "half load", value: half.perSecond, unit: "/s" },
    { name: "half load: p99", value: half.p99, unit: "ms" },
    { name: "answers that failed", value: full.failures + half.failures, unit: "", goal: { atMost: 0 } },
    ...memoryFigures("Node", ({ node }) => node),
    ...memoryFigures("PostgreSQL without shared memory", ({ postgres, postgresShared }) => postgres - postgresShared),
    {
      name: "PostgreSQL's shared memory",
      value: memory.at(-1)?.postgresShared ?? Number.NaN,
      unit: "MB",
      goal: sharedMemory,
    },
  );
} finally {
  await club.stop();
}
const part = { title: `Soak of ${values.minutes} minutes`, figures };
console.log(`\n${describePart(part, { isQuick: false })}`);
if (missedIn([part]).length > 0) process.exitCode = 1;

function memoryFigures(who: string, read: (memory: Memory) => number): Figure[] {
  const taken = memory.map(read);
  const late = taken.slice(Math.floor(taken.length / 3));
  const perMinute = (slopeOf(late) * 60) / sampleSeconds;
  return [
    { name: `${who} at the end`, value: taken.at(-1) ?? Number.NaN, unit: "MB" },
    { name: `${who}, growth in a minute`, value: perMinute, unit: "MB", goal: { atMost: mostGrowthPerMinute } },
  ];
}
