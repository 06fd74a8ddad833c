import { sql } from "kysely";
import { dealJobs } from "#server/features/deals/jobs.ts";
import {
  findReadableDeal,
  findSeenContent,
  listOpenDeals,
  readDemand,
  readLastDay,
  readOwnTier,
  recordShown,
} from "#server/features/deals/open-queries.ts";
import { listLedger } from "#server/features/funds/ledger/ledger-queries.ts";
import { startNoticeMails } from "#server/features/notices/notice-mails.ts";
import { listNotices } from "#server/features/notices/routes.ts";
import { readPortfolio } from "#server/features/portfolio/portfolio-queries.ts";
import { collect } from "#server/features.ts";
import { createAsOwner } from "#server/platform/db/as-owner.ts";
import { connectDatabase, type Database, type DatabaseConnection } from "#server/platform/db/connect.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { commitmentTicks } from "#shared/commitments/commitment-messages.ts";
import { usualPriceAges } from "#shared/portfolio/portfolio-figures.ts";
import { call, signIn } from "#tests/ops/support/visitor.ts";
import { releaseDeal } from "#tests/support/past-the-lists.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { connectionsPerProcess, type Measured, sendLoad } from "../../load/send-load.ts";
import { costOf } from "../support/cost-of.ts";
import type { BenchPart, Figure } from "../support/figure.ts";
import { fillInvestors, fillRooms, type Rooms } from "../support/fill-rooms.ts";
import { isPgbenchInstalled, measurePgbench, transactionOf } from "../support/pgbench.ts";
import { readCpuTime } from "../support/process-usage.ts";
import { median, Samples } from "../support/samples.ts";
import { type Club, withClub } from "../support/with-club.ts";

const size = { members: 1000, submissions: 10, invitations: 100 };
const full = { few: 100, many: 10_000, told: 12_000 };
const quick = { few: 20, many: 2000, told: 2000 };
const rounds = 3;
const answers = 25 * connectionsPerProcess;
const pgbench = ["-M", "simple", "-c", "4", "-t", "60"];
const page = { limit: 50 };
const reasonsToGrow: Record<string, string> = {
  ledger: "Its head adds up all entries of the deal, of which there are as many more.",
};

/**
 * The rooms of deals, money and notices, with few and with a hundred times as many rows of other members. By CPU time of Node and
 * PostgreSQL, so that other load counts little: reads beside pgbench with the same statements as the same person, writes beside a
 * plain insert of as many rows.
 */
export const rooms: BenchPart = {
  title: "Rooms of deals, money and notices",
  measure: ({ isQuick }) => {
    const rows = isQuick ? quick : full;
    return withClub(size, (few) =>
      withClub(size, async (many) => {
        const filled = {
          few: await withDatabase(few, (db) => fillRooms(db, rows.few)),
          many: await withDatabase(many, (db) => fillRooms(db, rows.many)),
        };
        const clubs = { few: { ...few, rooms: filled.few }, many: { ...many, rooms: filled.many } };
        return [...(await measureReads(clubs)), ...(await measureWrites(clubs.many, rows.told))];
      }),
    );
  },
};

interface Read {
  path: string;
  email: string;
  transaction: string;
}

const reads = ["deal list", "deal page", "ledger", "portfolio of 200 holdings", "notices"] as const;
type ReadName = (typeof reads)[number];

type FilledClub = Club & { rooms: Rooms };

async function readsOf({ database, rooms }: FilledClub): Promise<Record<ReadName, Read>> {
  const { members, dealId, ledgerDealId } = rooms;
  const email = members[0]?.email ?? "";
  const asked = (who: string, work: Parameters<typeof transactionOf>[2]) => transactionOf(database, who, work);
  const { email: adminsEmail } = sampleAccounts.admin;
  return {
    "deal list": {
      path: "/api/open-deals",
      email,
      transaction: await asked(email, async (tx, userId) => {
        await listOpenDeals(tx, userId);
        await recordShown(tx, "list");
        await readLastDay(tx, userId);
      }),
    },
    "deal page": {
      path: `/api/open-deals/${dealId}`,
      email,
      transaction: await asked(email, async (tx, userId) => {
        const deal = await findReadableDeal(tx, userId, dealId);
        if (deal) await findSeenContent(tx, userId, deal);
        await recordShown(tx, "page", dealId);
        await readLastDay(tx, userId);
        await readOwnTier(tx);
        await readDemand(tx, dealId);
      }),
    },
    ledger: {
      path: `/api/deals/${ledgerDealId}/ledger?limit=${page.limit}`,
      email: adminsEmail,
      transaction: await asked(adminsEmail, (tx) => listLedger(tx, true, ledgerDealId, page)),
    },
    "portfolio of 200 holdings": {
      path: "/api/portfolio/me",
      email,
      transaction: await asked(email, (tx) => readPortfolio(tx, usualPriceAges)),
    },
    notices: {
      path: `/api/notices?limit=${page.limit}`,
      email,
      transaction: await asked(email, (tx) => listNotices(tx, page)),
    },
  };
}

const withDatabase = async <Result>(club: Club, work: (db: Database) => Promise<Result>): Promise<Result> => {
  const { db, close } = connectDatabase(club.database);
  return work(db).finally(close);
};

async function measureReads(clubs: Record<"few" | "many", FilledClub>): Promise<Figure[]> {
  const prepared = { few: await prepare(clubs.few), many: await prepare(clubs.many) };
  const samples = new Samples();
  for (let round = -1; round < rounds; round++) {
    for (const name of reads) {
      for (const where of ["few", "many"] as const) {
        const { path, cookie, transaction } = prepared[where][name];
        const measured = await sendLoad(
          clubs[where],
          { calls: [{ path, headers: { cookie } }], status: 200 },
          // The portfolio of 200 holdings costs as much as twenty of the others.
          { answers: name === "portfolio of 200 holdings" ? answers / 5 : answers },
        );
        // The first round warms up.
        if (round < 0) continue;
        samples.add(`${name}, ${where}`, measured);
        if (isPgbenchInstalled())
          samples.add(`pgbench ${name}, ${where}`, await measurePgbench(clubs[where], transaction, pgbench));
      }
    }
  }
  return [
    ...reads.flatMap((name) => figuresOf(name, samples)),
    { name: "answers that failed", value: samples.failures(), unit: "", goal: { atMost: 0 } },
  ];
}

async function prepare(club: FilledClub) {
  const found = await readsOf(club);
  const cookies = new Map<string, string>();
  for (const { email } of Object.values(found)) {
    if (!cookies.has(email))
      cookies.set(email, await signIn(club.url, { email, password: sampleAccounts.member.password }));
  }
  return Object.fromEntries(
    reads.map((name) => [name, { ...found[name], cookie: cookies.get(found[name].email) ?? "" }]),
  ) as Record<ReadName, Read & { cookie: string }>;
}

const serverTime = ({ cpu }: Measured) => cpu.node + cpu.postgres;

function figuresOf(name: ReadName, samples: Samples): Figure[] {
  const time = (where: string) => samples.median(`${name}, ${where}`, serverTime);
  const [node, postgres] = (["node", "postgres"] as const).map((who) =>
    samples.median(`${name}, few`, ({ cpu }) => cpu[who]).toFixed(2),
  );
  const reason = reasonsToGrow[name];
  return [
    {
      name: `${name} ÷ pgbench`,
      unit: "×",
      goal: { atLeast: 0.5 },
      value: samples.ratio(`pgbench ${name}, few`, `${name}, few`, serverTime),
      note: `Node ${node} ms, PostgreSQL ${postgres} ms; pgbench ${samples.median(`pgbench ${name}, few`, serverTime).toFixed(2)} ms.`,
    },
    {
      name: `${name}, a hundred times the rows ÷ few`,
      unit: "×",
      goal: { atMost: 1.3 },
      value: samples.ratio(`${name}, many`, `${name}, few`, serverTime),
      note: `${time("few").toFixed(2)} ms, ${time("many").toFixed(2)} ms.${reason ? ` ${reason}` : ""}`,
    },
  ];
}

/** The numbers are multiples of the plain insert. */
const writeGoals = { "release to everybody": 12, "mails of a release queued": 10, "weekly mails queued": 20 } as const;

async function measureWrites(club: FilledClub, told: number): Promise<Figure[]> {
  const connection = connectDatabase(club.database);
  const { db } = connection;
  try {
    const commit = await measureCommit(club);
    await sql`delete from mail_consents where user_id in (select id from auth.users where email like 'room-%')`.execute(
      db,
    );
    await sql`update auth.users set email = 'former-' || email where email like 'room-%'`.execute(db);
    await sql`update user_roles set ended_at = now() where user_id in (select id from auth.users where email like 'former-%')`.execute(
      db,
    );
    await fillInvestors(db, told);
    await sql`vacuum analyze`.execute(db);
    const plain = await measurePlainly(club, db);
    const taken = await measureMailings(club, connection, told);
    return [
      ...commit,
      ...(Object.keys(writeGoals) as (keyof typeof writeGoals)[]).map(
        (step): Figure => ({
          name: `${step} ÷ plain insert`,
          value: taken[step] / plain,
          unit: "×",
          goal: { atMost: writeGoals[step] },
          note: `${Math.round(taken[step])} ms.`,
        }),
      ),
      { name: `plain insert of ${told} rows`, value: plain, unit: "ms" },
    ];
  } finally {
    await connection.close();
  }
}

/** Compares a commitment with the least that a member's write costs: a choice of how to be told, in one row. */
async function measureCommit(club: FilledClub): Promise<Figure[]> {
  const costs: Record<"commit" | "choice", number[]> = { commit: [], choice: [] };
  for (const { email, password, full_name } of club.rooms.members) {
    const cookie = await signIn(club.url, { email, password });
    const input = {
      amount_pence: 200_000,
      wants_relief: true,
      signature: full_name,
      terms_id: club.rooms.termsId,
      expected_version: null,
      ticks: Object.fromEntries(commitmentTicks.map((tick) => [tick, true])),
    };
    const ask = async (what: keyof typeof costs, route: string, body: object) => {
      const [cost, answer] = await costOf(club, () => call(club.url, route, body, cookie));
      if (answer.status >= 300) throw new Error(`${route}: ${answer.status} ${JSON.stringify(answer.body)}`);
      costs[what].push(cost);
    };
    await ask("choice", "PUT /api/notice-choices/me", { topic: "events", choice: "never" });
    await ask("commit", `PUT /api/open-deals/${club.rooms.dealId}/commitment`, input);
  }
  const [commit, choice] = [median(costs.commit), median(costs.choice)];
  const note = `${commit.toFixed(1)} ms, ${choice.toFixed(1)} ms.`;
  return [{ name: "commit ÷ a choice saved", value: commit / choice, unit: "×", goal: { atMost: 4 }, note }];
}

async function measurePlainly(club: FilledClub, db: Database): Promise<number> {
  await sql`create table plain_mails (
    id uuid primary key default app_uuid_v7(), deal_id uuid not null references deals (id),
    user_id uuid not null references auth.users (id), state text not null)`.execute(db);
  const costs: number[] = [];
  for (const _ of Array.from({ length: 5 })) {
    const insert = sql`insert into plain_mails (deal_id, user_id, state)
      select ${club.rooms.dealId}, id, 'waiting' from auth.users where email like 'room-%'`;
    costs.push((await costOf(club, () => insert.execute(db)))[0]);
    await sql`truncate plain_mails`.execute(db);
  }
  await sql`drop table plain_mails`.execute(db);
  return median(costs);
}

/** Jobs run here, against the club's database; what they queue is for tomorrow, so that nothing is sent meanwhile. */
async function measureMailings(club: Club, { db, readAs }: DatabaseConnection, told: number) {
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000);
  const queue = createJobs({ address: club.database, log: silentLog, definitions: {}, mailStart: () => tomorrow });
  await queue.start();
  const contextAt = (now: Date) => ({
    asOwner: createAsOwner(db, queue, () => now),
    readAs,
    now: () => now,
    log: silentLog,
    waitingKinds: collect("waiting"),
  });
  const costHere = async (work: () => Promise<unknown>) => {
    const before = readCpuTime(club);
    await work();
    const after = readCpuTime(club);
    return after.generator - before.generator + after.postgres - before.postgres;
  };
  try {
    const deal = await buildDeal(db, { state: "approved", at: new Date(Date.now() - 60_000) });
    const released = await costHere(() => releaseDeal(contextAt(new Date()), deal.id));
    await sql`delete from pgboss.job where name = 'deal-mails'`.execute(db);
    const mailing = await db
      .selectFrom("deal_mailings")
      .select("id")
      .where("deal_id", "=", deal.id)
      .executeTakeFirstOrThrow();
    const data = { mailing_id: mailing.id };
    const queued = await costHere(() => dealJobs["deal-mails"].run(contextAt(new Date()), data));
    const weekly = await costHere(() => startNoticeMails(contextAt(new Date("2026-11-30T09:00:00Z"))));
    const { rows: counted } = await sql<{ deal: number; weekly: number }>`
      select count(*) filter (where data ->> 'template' = 'deal-mail')::int as deal,
             count(*) filter (where data ->> 'template' = 'weekly')::int as weekly from pgboss.job where name = 'mail'`.execute(
      db,
    );
    if ((counted[0]?.deal ?? 0) < told || (counted[0]?.weekly ?? 0) < told)
      throw new Error(`Queued were ${JSON.stringify(counted[0])}.`);
    return { "release to everybody": released, "mails of a release queued": queued, "weekly mails queued": weekly };
  } finally {
    await queue.stop();
  }
}
