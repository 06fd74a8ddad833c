import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { connectDatabase, type Database } from "#server/platform/db/connect.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { prepareStage } from "../support/stage.ts";
import { signIn } from "../support/visitor.ts";
import { adminRequests } from "./support/admin-requests.ts";
import { bringHome, figuresOf, lookInBank, newMoneyLedger, repeatAll } from "./support/admins-at-work.ts";
import { auditMoney, nothingAmissWithMoney } from "./support/audit-money.ts";
import { openBank } from "./support/bank.ts";
import { buildAdmins, buildMoneyRound, callFunds, passDay, readPayments } from "./support/build-money.ts";
import { writesPerPhase } from "./support/settings.ts";
import { strikeAtRandom } from "./support/strike-at-random.ts";

const { spawn, startOperatorsPostgres } = prepareStage();
const members = 30;
const rounds = Math.ceil(writesPerPhase / 100);
const patienceMs = 300_000;
const stillMs = 3000;

it(
  "Rounds reach completion while processes are killed at random: nothing is posted twice, and nothing is lost",
  async () => {
    const postgres = await startOperatorsPostgres("sample club");
    const { db, close } = connectDatabase(postgres.endpoint);
    await setDeals(db);
    const accounts = await buildAdmins(db);
    const built = [];
    for (let number = 0; number < rounds; number++) built.push(await buildMoneyRound(db, members, accounts));
    const clubs = [spawn(postgres.settings), spawn(postgres.settings)];
    const urls = await Promise.all(clubs.map((club) => club.url()));
    const admins = await Promise.all(
      accounts.map(async (account) => ({ id: account.id, cookie: await signIn(urls[0] as string, account) })),
    );
    const faults = strikeAtRandom(spawn, postgres, clubs, urls);
    const brought = [];
    for (const round of built) {
      const ledger = newMoneyLedger();
      const [one, two, third] = admins.map((admin) => ({ admin, requests: adminRequests(() => urls, admin, ledger) }));
      if (!one || !two || !third) throw new Error("An admin is missing.");
      const both = [one, two];
      // Twice at once, until one of them has called.
      await Promise.all([faults.soon(), ...both.map(() => retried(() => callFunds(db, round)))]);
      const bank = openBank(await retried(() => readPayments(db, round)));
      const work = { round, bank, ledger };
      const pass = () => retried(() => passDay(db, round));
      await Promise.all([
        ...both.map(({ admin, requests }) => bringHome(requests, admin, work)),
        lookInBank(third.requests, work, pass),
      ]);
      expect(await retried(() => callFunds(db, round))).not.toBeNull();
      await Promise.all(both.map(({ requests }) => repeatAll(requests, work)));
      brought.push(work);
    }
    await faults.stop();
    await drawPapers(db, built, () => faults.soon());
    const struck = await faults.stop();
    const figures = brought.map(({ ledger }) => figuresOf(ledger));
    console.log(`Money: ${JSON.stringify({ struck, figures })}`);
    for (const { round, bank, ledger } of brought)
      expect(await auditMoney(postgres.endpoint, round.id, { ledger, bank: bank.lines() })).toEqual(
        nothingAmissWithMoney,
      );
    expect(Math.min(...figures.map(({ putOff }) => putOff))).toBeGreaterThan(0);
    await close();
  },
  2 * patienceMs * (1 + rounds),
);

/**
 * Waits until all are drawn. A fault follows the first one; jobs are retried by another at once, not in 15 minutes. Then every
 * job comes once more, as it does from a process that was taken for dead, and has nothing to draw.
 */
async function drawPapers(db: Database, deals: readonly { id: string }[], strike: () => Promise<void>): Promise<void> {
  const countDrawn = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from papers where author_id is null
         and deal_id = any(${deals.map(({ id }) => id)}::uuid[])`.execute(db);
    return rows[0]?.count ?? 0;
  };
  let isStruck = false;
  for (let last = { drawn: 0, at: performance.now() }; ; await wait(200)) {
    const drawn = await retried(countDrawn);
    if (drawn >= deals.length * (2 + 2 * members)) break;
    if (drawn > 0 && !isStruck) await strike();
    isStruck ||= drawn > 0;
    const isStill = drawn === last.drawn && performance.now() - last.at > stillMs;
    if (drawn !== last.drawn || isStill) last = { drawn, at: performance.now() };
    if (isStill)
      await retried(() =>
        sql`update pgboss.job set state = 'retry', start_after = now()
             where name = 'deal-papers' and state in ('retry', 'active')`.execute(db),
      );
  }
  const { rows: again } = await retried(() =>
    sql<{ id: string }>`
      insert into pgboss.job (name, data)
      select distinct on (data ->> 'deal_id') name, data from pgboss.job where name = 'deal-papers' returning id`.execute(
      db,
    ),
  );
  const ids = again.map(({ id }) => id);
  // Earlier jobs are not counted, as a process that is gone may hold them.
  const countOpen = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pgboss.job where id = any(${ids}::uuid[]) and state <> 'completed'`.execute(
      db,
    );
    return rows[0]?.count ?? 0;
  };
  while ((await retried(countOpen)) > 0) await wait(200);
}

/** Retries while PostgreSQL is taken away. */
async function retried<Result>(read: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await wait(100);
    }
  }
}
