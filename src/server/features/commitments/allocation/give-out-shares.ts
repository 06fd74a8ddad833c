import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { allocate } from "#shared/commitments/allocation.ts";
import { commitmentMessages as messages } from "#shared/commitments/commitment-messages.ts";
import type { allocationLineInputSchema } from "#shared/commitments/commitments.ts";
import { splitCosts } from "#shared/commitments/share-costs.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { Effects } from "../../../platform/db/types.ts";
import { HttpError } from "../../../platform/http/http-error.ts";
import { retellRaised, runCommand } from "../../../platform/http/run-command.ts";
import {
  findAllocation,
  getTerms,
  insertDraft,
  listParticipants,
  listShares,
  listWishes,
  setCosts,
} from "./allocation-queries.ts";

interface Writing {
  tx: Transaction<DB>;
  effects: Effects;
}

/** By the published method, in place of an earlier draft: what the clock does once a deal has closed. */
export async function draftShares({ tx, effects }: Writing, dealId: string): Promise<void> {
  await runCommand(tx, sql`prepare_allocation(${dealId})`, "deal");
  const { allocation_method: method, price, ...terms } = await getTerms(tx, dealId);
  const lines = allocate({
    method,
    capacity: terms.capacity_shares,
    minimumShares: terms.minimum_shares,
    prioritySharePercent: terms.priority_share_percent,
    wishes: (await listWishes(tx, dealId)).map(({ id, shares, least_shares, placed_at, band }) => ({
      id,
      shares,
      least: least_shares,
      placedAt: placed_at.toISOString(),
      isPriority: band === "priority",
    })),
  });
  const costs = splitCosts(
    price,
    lines.map(({ shares }) => shares),
  );
  await insertDraft(
    tx,
    dealId,
    method,
    lines.map((line, place) => ({ ...line, cost: costs[place] ?? 0 })),
  );
  const draft = await findFacts(tx, dealId);
  effects.audit("allocation_drafted", dealId, { number: draft.number, method, input_sha256: draft.input_sha256 });
}

/** A line by hand. @throws HttpError 409 after another change and once it is final, 422 for shares that cannot be given. */
export const changeByHand = (
  caller: Caller,
  { id: deal_id, commitment_id }: { id: string; commitment_id: string },
  { shares, reason, expected_version }: z.output<typeof allocationLineInputSchema>,
) =>
  withDraft(caller, deal_id, ["allocation_changed"], async (tx, effects) => {
    await runCommand(
      tx,
      sql`change_allocation_line(${deal_id}, ${commitment_id}, ${shares}, ${reason}, ${new Date(expected_version)})`,
      "line",
    );
    const before = await getAllocation(tx, caller.actor, deal_id);
    const lines = await listShares(tx, before.id);
    await setCosts(
      tx,
      before.id,
      lines.map((line) => line.commitment_id),
      splitCosts(
        before.price,
        lines.map(({ shares }) => shares),
      ),
    );
    effects.audit("allocation_line_changed", deal_id, { number: before.number, commitment_id, shares, reason });
    return getAllocation(tx, caller.actor, deal_id);
  });

/** Makes the shares final as two have signed; all members are told at once. @param by who signed last. */
export async function confirmShares(
  { tx, effects }: Writing,
  { dealId, by }: { dealId: string; by: string | null },
): Promise<void> {
  await sql`select confirm_allocation(${dealId}, ${by})`.execute(tx);
  const { id, number, input_sha256, shares } = await findFacts(tx, dealId);
  effects.audit("allocation_confirmed", dealId, { number, input_sha256, shares }, by);
  for (const { user_id, commitment_id } of await listParticipants(tx, id)) {
    effects.notify(user_id, "shares_given_out", commitment_id);
    effects.mail("shares-given-out", { user_id, commitment_id });
  }
}

const findFacts = (tx: Transaction<DB>, dealId: string) =>
  tx
    .selectFrom("allocations as a")
    .innerJoin("allocation_lines as l", "l.allocation_id", "a.id")
    .select(["a.id", "a.number", "a.input_sha256"])
    .select(sql<number>`sum(l.shares)::bigint`.as("shares"))
    .where("a.deal_id", "=", dealId)
    .where("a.state", "<>", "replaced")
    .groupBy("a.id")
    .executeTakeFirstOrThrow();

/** Refused for one of these reasons, the answer carries the allocation as it is now. */
const withDraft = <Result>(
  { dependencies, actor }: Caller,
  dealId: string,
  reasons: readonly string[],
  work: (tx: Transaction<DB>, effects: Effects) => Promise<Result>,
): Promise<Result> =>
  retellRaised(
    {
      reasons,
      tell: async (refusal) =>
        refusal.with({ record: await dependencies.asActor(actor, (tx) => getAllocation(tx, actor, dealId)) }),
    },
    () => dependencies.asActor(actor, work),
  );

/** @throws HttpError 404 */
export async function getAllocation(tx: Transaction<DB>, actor: Caller["actor"], dealId: string) {
  const allocation = await findAllocation(tx, actor, dealId);
  if (!allocation) throw new HttpError("not_found", messages.noAllocation);
  return allocation;
}
