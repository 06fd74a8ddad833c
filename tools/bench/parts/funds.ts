import { sql } from "kysely";
import { createAsOwner } from "#server/platform/db/as-owner.ts";
import { connectDatabase, type Database } from "#server/platform/db/connect.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { lastMonday } from "#tests/ops/faults/support/build-money.ts";
import { type Answer, call, signInAsAdmin } from "#tests/ops/support/visitor.ts";
import { buildCollectionAccount } from "#tests/support/build-allocated-deal.ts";
import { buildManyCommitments } from "#tests/support/many-commitments.ts";
import { callRound, confirmShares, draftShares } from "#tests/support/past-the-lists.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { costOf } from "../support/cost-of.ts";
import type { BenchPart, Figure } from "../support/figure.ts";
import { readCpuTime } from "../support/process-usage.ts";
import { median } from "../support/samples.ts";
import { type Club, withClub } from "../support/with-club.ts";

const fiveTimes = Array.from({ length: 5 });

/** What is asked for, by times of the plain statement. */
const goals = {
  "draft of an allocation": 5,
  "allocation, first page": 0.5,
  "allocation confirmed, everybody told": 10,
  "funds called": 20,
  "closing board": 1.5,
  "closing board, first members": 1.5,
  "bank file read and booked": 27,
} as const;
type Step = keyof typeof goals;

/**
 * A round of 10,000 from its wishes to booked receipts, half of which are in one bank file. By CPU time of Node and PostgreSQL,
 * as a ratio to the least that a row for each member costs: one insert from their commitments, with a key and two references.
 */
export const funds: BenchPart = {
  title: "Funds of a round",
  measure: ({ isQuick }) =>
    withClub({ members: 1000, submissions: 10, invitations: 100 }, async (club) => {
      const { db, close } = connectDatabase(club.database);
      try {
        return await measureRound(club, db, isQuick ? 2000 : 10_000);
      } finally {
        await close();
      }
    }),
};

async function measureRound(club: Club, db: Database, members: number): Promise<Figure[]> {
  const cookie = await signInAsAdmin(club.url);
  const deal = await buildManyCommitments(db, members);
  await buildCollectionAccount(db, deal.id, new Date(Date.now() - 60_000));
  const path = `/api/deals/${deal.id}`;
  const taken = new Map<Step, number[]>();
  const ask = async (step: Step, route: string, body?: unknown): Promise<Answer["body"]> => {
    const [milliseconds, answer] = await costOf(club, () => call(club.url, route, body, cookie));
    if (answer.status >= 300) throw new Error(`${route}: ${answer.status} ${JSON.stringify(answer.body)}`);
    taken.set(step, [...(taken.get(step) ?? []), milliseconds]);
    return answer.body;
  };
  const plain = await measurePlainly(club, db, deal.id);
  const queue = createJobs({ address: club.database, log: silentLog, definitions: {} });
  await queue.start();
  const clock = (now: () => Date) => ({ asOwner: createAsOwner(db, queue, now), now });
  const today = clock(() => new Date());
  /** What the clock of a deal does, here against the club's database. */
  const step = async (name: Step, work: () => Promise<unknown>) => {
    const before = readCpuTime(club);
    await work();
    const after = readCpuTime(club);
    const milliseconds = after.generator - before.generator + after.postgres - before.postgres;
    taken.set(name, [...(taken.get(name) ?? []), milliseconds]);
  };

  for (const _ of fiveTimes) await step("draft of an allocation", () => draftShares(today, deal.id));
  for (const _ of fiveTimes) await ask("allocation, first page", `GET ${path}/allocation/lines?limit=50`);
  await step("allocation confirmed, everybody told", () => confirmShares(today, deal.id));
  await forgetQueue(db);
  await step("funds called", () => callRound(clock(lastMonday), deal.id));
  await forgetQueue(db);
  await queue.stop();
  for (const _ of fiveTimes) await ask("closing board", `GET ${path}/closing`);
  for (const _ of fiveTimes) await ask("closing board, first members", `GET ${path}/closing/members?limit=50`);
  const file = await writeFile(db, deal.id, members / 2);
  const { booked } = await ask("bank file read and booked", `POST ${path}/bank-files?name=starling.csv`, file);
  if (booked.lines !== members / 2) throw new Error(`Of ${members / 2} lines ${booked.lines} were booked.`);

  const steps = Object.entries(goals) as [Step, number][];
  return [
    ...steps.map(([step, atMost]): Figure => {
      const value = median(taken.get(step) ?? [Number.NaN]);
      return {
        name: `${step} ÷ plain`,
        value: value / plain,
        unit: "×",
        goal: { atMost },
        note: `${Math.round(value)} ms.`,
      };
    }),
    { name: `plain insert of ${members} rows`, value: plain, unit: "ms" },
  ];
}

async function measurePlainly(club: Club, db: Database, dealId: string): Promise<number> {
  await sql`create table plain_lines (
    id uuid primary key default app_uuid_v7(), deal_id uuid not null references deals (id),
    commitment_id uuid not null references commitments (id), shares bigint not null)`.execute(db);
  const costs: number[] = [];
  for (const _ of fiveTimes) {
    const insert = sql`insert into plain_lines (deal_id, commitment_id, shares)
      select deal_id, id, shares from commitments where deal_id = ${dealId}`;
    costs.push((await costOf(club, () => insert.execute(db)))[0]);
    await sql`truncate plain_lines`.execute(db);
  }
  await sql`drop table plain_lines`.execute(db);
  return median(costs);
}

/** The next measurement must not include what would be told and sent meanwhile. */
async function forgetQueue(db: Database): Promise<void> {
  await sql`update funds_reminders set queued_at = now() where queued_at is null`.execute(db);
  await sql`delete from pgboss.job where name in ('mail', 'funds-clock')`.execute(db);
}

/** Writes the file as Starling does: so many have paid what they owe. */
async function writeFile(db: Database, dealId: string, count: number): Promise<string> {
  const { rows } = await sql<{ payer: string; reference: string; due_pence: number }>`
    select signed_as as payer, reference, due_pence from commitments
     where deal_id = ${dealId} and reference is not null order by number limit ${count}`.execute(db);
  const day = new Date().toISOString().slice(0, 10).split("-").reverse().join("/");
  let balance = 0;
  const lines = rows.map(({ payer, reference, due_pence }) => {
    balance += due_pence;
    return `${day},${payer},${reference},FASTER PAYMENT,${(due_pence / 100).toFixed(2)},${(balance / 100).toFixed(2)}`;
  });
  return `Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP)\n${lines.join("\n")}\n`;
}
