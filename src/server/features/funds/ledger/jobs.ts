import { sql, type Transaction } from "kysely";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { Effects } from "../../../platform/db/types.ts";
import { type JobContext, nightly, scheduled } from "../../../platform/jobs/job.ts";
import { signersOf } from "./mails.ts";

const hourMs = 60 * 60 * 1000;

/** Time for an admin to match what a file brought: a charge of the bank, for instance, is explained within minutes. */
export const toldAfterMs = 4 * hourMs;

export const ledgerJobs = {
  /** Each deal's entries against zero and against the bank's list; a difference is told once. */
  "ledger-checks": nightly(async ({ asOwner, now, log }: JobContext) => {
    await asOwner(null, async (tx, effects) => {
      const { rows } = await sql<{ deal_id: string }>`
        select deal_id from check_ledgers(${now()}) as deal_id`.execute(tx);
      for (const { deal_id } of rows) await tellOfDifference(tx, effects, deal_id, now());
      if (rows.length > 0) log.error({ deals: rows.map(({ deal_id }) => deal_id) }, "ledger and bank differ");
    });
  }),
  /** One that a bank file brought to light, where it lasts. Once it is told, looks every hour whether it is settled. */
  "ledger-difference": scheduled(({ asOwner, now }: JobContext, { deal_id, found_at, is_told = false }: Found) =>
    asOwner(null, async (tx, effects) => {
      const { differs, was_settled } = await findDifference(tx, deal_id, found_at);
      if (is_told && !differs) await tellOfAgreement(tx, effects, deal_id);
      // A later difference has a job of its own.
      if (was_settled || !differs) return;
      if (is_told) lookAgain(effects, deal_id, found_at, now());
      else await tellOfDifference(tx, effects, deal_id, now());
    }),
  ),
};

interface Found {
  deal_id: string;
  /** ISO 8601. */
  found_at: string;
  is_told?: boolean;
}

async function findDifference(tx: Transaction<DB>, dealId: string, since: string) {
  const { rows } = await sql<{ differs: boolean; was_settled: boolean }>`
    select ledger_difference(${dealId}) <> 0 as differs,
           exists (select from ledger_checks l
                    where l.deal_id = ${dealId} and l.difference_pence = 0 and l.checked_at > ${since}) as was_settled
  `.execute(tx);
  return rows[0] ?? { differs: false, was_settled: true };
}

/** Every admin, the panel, and everybody from whom something was called, once each. */
async function tellOfDifference(tx: Transaction<DB>, effects: Effects, dealId: string, now: Date): Promise<void> {
  effects.audit("ledger_mismatch", dealId);
  const { pence, admins } = await readDifference(tx, dealId);
  for (const user_id of await listReaders(tx, dealId)) {
    if (admins.includes(user_id)) effects.notify(user_id, "account_differs", dealId, pence);
    else effects.notify(user_id, "ledger_mismatch", dealId);
    effects.mail("ledger-mismatch", { user_id, deal_id: dealId });
  }
  lookAgain(effects, dealId, now.toISOString(), now);
}

async function readDifference(tx: Transaction<DB>, dealId: string): Promise<{ pence: number; admins: string[] }> {
  const { rows } = await sql<{ pence: number; admins: string[] }>`
    select ledger_difference(${dealId}) as pence, array(select admin_ids()) as admins`.execute(tx);
  return rows[0] ?? { pence: 0, admins: [] };
}

async function tellOfAgreement(tx: Transaction<DB>, effects: Effects, dealId: string): Promise<void> {
  for (const user_id of await listReaders(tx, dealId)) effects.mail("ledger-settled", { user_id, deal_id: dealId });
}

const lookAgain = (effects: Effects, deal_id: string, found_at: string, now: Date): void =>
  effects.schedule("ledger-difference", { deal_id, found_at, is_told: true }, new Date(now.getTime() + hourMs));

async function listReaders(tx: Transaction<DB>, dealId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from ledger_readers(${dealId}) as user_id union (${signersOf(dealId)})`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}
