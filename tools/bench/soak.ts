import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { signIn } from "#tests/ops/support/visitor.ts";
import { type Call, sendLoad } from "../load/send-load.ts";
import { type Figure, isMet, printFigures } from "./support/figure.ts";
import { type Memory, readMemory } from "./support/process-usage.ts";
import { type Club, withClub } from "./support/with-club.ts";

/**
 * Memory before, during and after half of what the club can do, for half an hour: `npm run bench:soak`, or shorter by
 * `-- --minutes 3`. Fails when memory still grows in the last two thirds of it.
 */
const quietMilliseconds = 60_000;
const sampleSeconds = 10;
const mostGrowthPerMinute = 0.5;
/** `shared_buffers` and what PostgreSQL lays beside them. */
const mostSharedMegabytes = 80;

const { values } = parseArgs({ options: { minutes: { type: "string", default: "30" } } });

const figures = await withClub(
  { members: 1000, submissions: 10, invitations: 100 },
  async (club): Promise<Figure[]> => {
    await wait(quietMilliseconds);
    const idle = memoryFigures("a minute after the start", club);
    const load = { calls: mixedCalls(club.url, await signIn(club.url, sampleAccounts.member)), status: 200 };
    const full = await sendLoad(club, load, { seconds: 10 });
    const taken: Memory[] = [];
    const timer = setInterval(() => taken.push(readMemory(club)), sampleSeconds * 1000);
    const half = await sendLoad(club, load, {
      seconds: 60 * Number(values.minutes),
      perSecond: Math.round(full.perSecond / 2),
    });
    clearInterval(timer);
    const node = taken.map((at) => at.node);
    const postgres = taken.map((at) => at.postgres - at.postgresShared);
    await wait(quietMilliseconds);
    return [
      ...idle,
      ...memoryFigures("a minute after work", club),
      { name: "full load", value: full.perSecond, unit: "/s" },
      { name: "half load", value: half.perSecond, unit: "/s" },
      { name: "half load: p99", value: half.p99, unit: "ms" },
      { name: "answers that failed", value: full.failures + half.failures, unit: "", goal: { atMost: 0 } },
      ...growthFigures("Node", node),
      ...growthFigures("PostgreSQL without shared memory", postgres),
      {
        name: "PostgreSQL's shared memory",
        value: taken.at(-1)?.postgresShared ?? Number.NaN,
        unit: "MB",
        goal: { atMost: mostSharedMegabytes },
      },
    ];
  },
);
printFigures(`Soak of ${values.minutes} minutes`, figures);
if (!figures.every(isMet)) process.exitCode = 1;

/** What members do in turns, one write among some reads. */
function mixedCalls(url: string, cookie: string): Call[] {
  const directory = "/api/member-profiles";
  const reads = [directory, "/api/session", `${directory}?q=lindqvist`, `${directory}/me`, "/"];
  const profile = {
    full_name: "Wren Fairweather",
    position: "Founder",
    company: "Fathom 12",
    location: "Leeds",
    bio: "Built a company in Leeds, sold it, and now backs people who do the same. Asks about churn first.",
    services_offered: "Two hours a month for founders who price for the first time.",
    expertise: ["Pricing", "B2B SaaS"],
    linkedin_url: "https://www.linkedin.example/in/wren",
  };
  const headers = { origin: url, "content-type": "application/json", cookie };
  return [
    ...reads.map((path) => ({ path, headers: { cookie } })),
    { method: "PUT", path: `${directory}/me`, headers, body: JSON.stringify(profile) },
  ];
}

function memoryFigures(when: string, club: Club): Figure[] {
  const { node, postgres } = readMemory(club);
  return [
    { name: `Node, ${when}`, value: node, unit: "MB", goal: { atMost: 200 } },
    { name: `PostgreSQL, ${when}`, value: postgres, unit: "MB", goal: { atMost: 120 } },
  ];
}

function growthFigures(who: string, megabytes: readonly number[]): Figure[] {
  const perMinute = (slopeOf(megabytes.slice(Math.floor(megabytes.length / 3))) * 60) / sampleSeconds;
  return [
    { name: `${who} at the end`, value: megabytes.at(-1) ?? Number.NaN, unit: "MB" },
    { name: `${who}, growth in a minute`, value: perMinute, unit: "MB", goal: { atMost: mostGrowthPerMinute } },
  ];
}

/** Growth from one value to the next, by the least squares. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const products = values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0);
  return products / values.reduce((sum, _, index) => sum + (index - middle) ** 2, 0);
}
