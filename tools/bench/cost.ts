import { setTimeout as wait } from "node:timers/promises";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { connectTo } from "#tests/ops/support/database.ts";
import type { BenchPart, Figure } from "./support/figure.ts";
import { type LargeClub, runLargeClub } from "./support/large-club.ts";
import { sendLoad } from "./support/load.ts";
import { type Memory, readMemory } from "./support/memory.ts";
import { readOperations } from "./support/operations.ts";
import { signIn } from "./support/signed-in.ts";
import { invitationLoad } from "./support/write-loads.ts";

const members = { few: 1000, many: 100_000 };
const invitations = 1000;
const quietMilliseconds = 60_000;
const bytes = { kilobyte: 1e3, megabyte: 1e6 };

/** What a club takes while nobody uses it, and what it grows by. */
export const cost: BenchPart = {
  title: "Cost of being idle and of growing",
  measure: async () => {
    const club = await runLargeClub({ members: members.few, submissions: 0, invitations: 0 });
    try {
      const few = await databaseSize(club);
      const reads = await readOperations(club);
      for (const { load } of reads) await sendLoad([club.url], load, { seconds: 0.2 });
      await wait(quietMilliseconds);
      const idle = readMemory(club);
      await sendLoad(
        [club.url],
        await invitationLoad(club.url, await signIn(club.url, sampleAccounts.admin), invitations),
      );
      for (const { load } of reads) await sendLoad([club.url], load, { seconds: 2 });
      await wait(quietMilliseconds);
      return [
        ...memoryFigures("idle after the start", idle),
        ...memoryFigures("idle after work", readMemory(club)),
        ...(await jobFigures(club)),
        ...(await growthFigures(few)),
      ];
    } finally {
      await club.stop();
    }
  },
};

const memoryFigures = (when: string, { node, postgres }: Memory): Figure[] => [
  memoryFigure(`${when}: Node`, node, 200),
  memoryFigure(`${when}: PostgreSQL`, postgres, 120),
];

function memoryFigure(name: string, value: number, atMost: number): Figure {
  if (Number.isNaN(value)) return { name, value, unit: "MB", note: "What a process holds can be read on Linux only." };
  return { name, value, unit: "MB", goal: { atMost } };
}

/** A job that is done stays in its table for a day. */
async function jobFigures({ database }: LargeClub): Promise<Figure[]> {
  const owner = await connectTo(database);
  const { rows } = await owner.query<{ jobs: number; bytes: number }>(
    `select (select count(*)::int from pgboss.job) as jobs,
            (select sum(pg_total_relation_size(c.oid))::float8 from pg_class c
              where c.relkind = 'r' and c.relnamespace = 'pgboss'::regnamespace) as bytes`,
  );
  await owner.end();
  const { jobs = Number.NaN, bytes: size = Number.NaN } = rows[0] ?? {};
  const after = `after ${invitations.toLocaleString("en-GB")} invitations`;
  return [
    { name: `jobs kept ${after}`, value: jobs, unit: "rows", goal: { atMost: invitations + 100 } },
    { name: `the queue's tables ${after}`, value: size / bytes.megabyte, unit: "MB", goal: { atMost: 5 } },
  ];
}

async function growthFigures(few: number): Promise<Figure[]> {
  const club = await runLargeClub({ members: members.many, submissions: 0, invitations: 0 });
  const many = await databaseSize(club).finally(club.stop);
  const perThousand = (many - few) / ((members.many - members.few) / 1000);
  return [
    { name: "database with 1,000 members", value: few / bytes.megabyte, unit: "MB" },
    { name: "database with 100,000 members", value: many / bytes.megabyte, unit: "MB" },
    { name: "database per 1,000 members more", value: perThousand / bytes.kilobyte, unit: "kB" },
  ];
}

async function databaseSize({ database }: LargeClub): Promise<number> {
  const owner = await connectTo(database);
  const { rows } = await owner.query("select pg_database_size(current_database())::float8 as size");
  await owner.end();
  return rows[0].size;
}
