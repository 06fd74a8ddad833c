import { sql } from "kysely";
import type { OwnerContext } from "#server/context.ts";
import {
  confirmShares as confirmAllocation,
  draftShares as draftAllocation,
} from "#server/features/commitments/allocation/give-out-shares.ts";
import { approveVersion as approve, releaseDeal as release } from "#server/features/deals/show-deal.ts";
import { confirmAccount } from "#server/features/funds/accounts/confirm-account.ts";
import { callFunds } from "#server/features/funds/calls/call-funds.ts";
import { completeDeal as complete } from "#server/features/funds/completion/complete-deal.ts";
import { raisedRefusal } from "#server/platform/db/errors.ts";
import type { Effects } from "#server/platform/db/types.ts";
import { checklistLabels } from "#shared/deals/deal-messages.ts";

/**
 * What the clock does once two have signed, without their lists: for tests of what comes before or after. The lists themselves are tested in
 * `acts.test.ts` and `two-founders.test.ts`.
 */
type Club = Pick<OwnerContext, "asOwner" | "now">;
type Writing = { tx: Parameters<Parameters<Club["asOwner"]>[1]>[0]; effects: Effects };

const asClock = <Result>({ asOwner }: Club, work: (writing: Writing) => Promise<Result>): Promise<Result> =>
  asOwner(null, (tx, effects) => work({ tx, effects }));

/** Returns why the database refuses a step; null where it was taken. */
export const refusalOf = (step: Promise<unknown>): Promise<string | null> =>
  step.then(
    () => null,
    (error: unknown) => {
      const raised = raisedRefusal(error);
      if (!raised) throw error;
      return raised.reason;
    },
  );

/** The newest version. @param by who signed last. */
export const approveVersion = (club: Club, dealId: string, by: string | null = null) =>
  asClock(club, async ({ tx, effects }) => {
    const { id: versionId } = await tx
      .selectFrom("deal_versions")
      .select("id")
      .where("deal_id", "=", dealId)
      .orderBy("number", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    await approve({ tx, effects }, { dealId, versionId, by, ticks: Object.values(checklistLabels), now: club.now() });
  });

export const releaseDeal = (club: Club, dealId: string) =>
  asClock(club, (writing) => release(writing, { dealId, now: club.now() }));

export const draftShares = (club: Club, dealId: string) => asClock(club, (writing) => draftAllocation(writing, dealId));

export const confirmShares = (club: Club, dealId: string, by: string | null = null) =>
  asClock(club, (writing) => confirmAllocation(writing, { dealId, by }));

const callBackNote = "Called back at the number of the contract.";

/** The account that waits. */
export const confirmCollectionAccount = (
  club: Club,
  dealId: string,
  by: string | null = null,
  { isNew = false, note = callBackNote }: { isNew?: boolean; note?: string } = {},
) =>
  asClock(club, (writing) =>
    confirmAccount(writing, {
      dealId,
      kind: "collection",
      isNew,
      now: club.now(),
      by,
      note: isNew ? note : null,
    }),
  );

export const confirmCompanyAccount = (club: Club, dealId: string, by: string | null = null) =>
  asClock(club, (writing) =>
    confirmAccount(writing, {
      dealId,
      kind: "company",
      isNew: false,
      now: club.now(),
      by,
      note: null,
    }),
  );

/** The database allows the call between Monday and Wednesday, 09:00 and 17:00, only. */
export const callRound = (club: Club, dealId: string) => asClock(club, (writing) => callFunds(writing, dealId));

/** The payment to the company, and the fees with it: approved. @returns their ids. */
export const payOut = (club: Club, dealId: string) =>
  asClock(club, async ({ tx }) => {
    const { rows } = await sql<{ id: string; kind: "wire" | "fee" }>`
      insert into outgoing_payments (deal_id, kind, amount_pence, payee, reason, proposed_at, approved_at, state)
      select ${dealId}, p.kind, p.pence, p.payee, 'By list.', ${club.now()}, ${club.now()}, 'approved'
        from (values ('wire', wire_pence(${dealId}), (select c.name from deals d join companies c on c.id = d.company_id where d.id = ${dealId})),
                     ('fee', -ledger_balance(${dealId}, '2100'), 'Kindling Club Ltd')) p (kind, pence, payee)
       where p.pence > 0 returning id, kind`.execute(tx);
    return { wire: rows.find(({ kind }) => kind === "wire")?.id, fee: rows.find(({ kind }) => kind === "fee")?.id };
  });

/** Completes a deal whose day of issue was given. */
export const completeDeal = (club: Club, dealId: string, by: string | null = null) =>
  asClock(club, async (writing) => {
    const { id } = await writing.tx
      .selectFrom("deal_completions")
      .select("id")
      .where("deal_id", "=", dealId)
      .where("replaced_at", "is", null)
      .executeTakeFirstOrThrow();
    await complete(writing, { dealId, id, by, now: club.now() });
  });
