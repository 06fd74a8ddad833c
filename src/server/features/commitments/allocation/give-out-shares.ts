import type { Transaction } from "kysely";
import type { z } from "zod";
import { allocate } from "#shared/allocation.ts";
import { commitmentMessages as messages } from "#shared/commitment-messages.ts";
import type { allocationLineInputSchema } from "#shared/commitments.ts";
import { type AllocationMethod, allocationMethodLabels } from "#shared/deal-messages.ts";
import type { ErrorCode } from "#shared/errors.ts";
import { costPence, splitLargestRemainder } from "#shared/share-costs.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { HttpError, notFound } from "../../../platform/http/http-error.ts";
import { refusedField } from "../../deals/refused-field.ts";
import {
  changeLine,
  confirmAllocation,
  findAllocation,
  getTerms,
  insertDraft,
  listParticipants,
  listShares,
  listWishes,
  type Obstacle,
  prepareAllocation,
  setCosts,
} from "./allocation-queries.ts";

/** In place of an earlier draft. @throws HttpError 409 while there is nothing to be given out, and once it is. */
export async function draftAllocation({ dependencies, actor }: Caller, dealId: string, given: AllocationMethod | null) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const outcome = await prepareAllocation(tx, dealId);
    if (outcome === null) throw notFound("deal");
    if (outcome !== "ready") throw inTheWay(outcome);
    const { allocation_method, price, ...terms } = await getTerms(tx, dealId);
    const method = given ?? allocation_method;
    const lines = allocate({
      method,
      capacity: terms.capacity_shares,
      minimumShares: terms.minimum_shares,
      prioritySharePercent: terms.priority_share_percent,
      wishes: (await listWishes(tx, dealId)).map(({ id, shares, least_shares, placed_at, band }) => ({
        ...{ id, shares, least: least_shares, placedAt: placed_at.toISOString(), isPriority: band === "priority" },
      })),
    });
    const costs = costsOf(price, lines);
    await insertDraft(
      tx,
      dealId,
      method,
      lines.map((line, place) => ({ ...line, cost: costs[place] ?? 0 })),
    );
    const draft = await getAllocation(tx, actor, dealId);
    effects.audit("allocation_drafted", dealId, { number: draft.number, method, input_sha256: draft.input_sha256 });
    return draft;
  });
}

/** A line by hand. @throws HttpError 409 after another change and once it is final, 422 for shares that cannot be given. */
export const changeByHand = (
  { dependencies, actor }: Caller,
  { id: deal_id, commitment_id }: { id: string; commitment_id: string },
  { shares, reason, expected_version }: z.output<typeof allocationLineInputSchema>,
) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const change = { deal_id, commitment_id, shares, reason, expectedVersion: new Date(expected_version) };
    const outcome = await changeLine(tx, change);
    if (outcome === null) throw notFound("line");
    const before = await getAllocation(tx, actor, deal_id);
    if (outcome === "closed") throw new HttpError(409, "allocation_final", messages.notDraft);
    if (outcome === "stale") throw new HttpError(409, "revision_conflict", messages.draftChanged, { record: before });
    if (outcome !== "changed") throw await refusedShares(tx, before, change, outcome);
    const lines = await listShares(tx, before.id);
    await setCosts(
      tx,
      before.id,
      lines.map((line) => line.commitment_id),
      costsOf(before.price, lines),
    );
    effects.audit("allocation_line_changed", deal_id, { number: before.number, commitment_id, shares });
    return getAllocation(tx, actor, deal_id);
  });

/** Final; all members are notified at once. @throws HttpError unless a second admin confirms the current draft. */
export async function confirmDraft({ dependencies, actor }: Caller, dealId: string, expectedVersion: Date) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const outcome = await confirmAllocation(tx, dealId, expectedVersion);
    if (outcome === null) throw new HttpError(404, "not_found", messages.noAllocation);
    const allocation = await getAllocation(tx, actor, dealId);
    if (outcome !== "confirmed" && outcome !== "confirmed_alone") throw refusedConfirmation(outcome, allocation);
    const alone = outcome === "confirmed_alone" && { alone: true };
    const { number, input_sha256, totals } = allocation;
    effects.audit("allocation_confirmed", dealId, { number, input_sha256, shares: totals.shares, ...alone });
    for (const { user_id, commitment_id } of await listParticipants(tx, allocation.id)) {
      effects.notify(user_id, "shares_given_out", commitment_id);
      effects.mail("shares-given-out", { user_id, commitment_id });
    }
    return allocation;
  });
}

/** @throws HttpError 404 */
export async function getAllocation(tx: Transaction<DB>, actor: Caller["actor"], dealId: string) {
  const allocation = await findAllocation(tx, actor, dealId);
  if (!allocation) throw new HttpError(404, "not_found", messages.noAllocation);
  return allocation;
}

type Draft = Awaited<ReturnType<typeof getAllocation>>;

/** Of lines by their places, summing to what the company is paid. */
function costsOf(price: string, lines: readonly { shares: number }[]): number[] {
  const weights = lines.map(({ shares }) => shares);
  const shares = weights.reduce((sum, weight) => sum + weight, 0);
  return shares === 0 ? weights : splitLargestRemainder(costPence(price, shares), weights);
}

const obstacles: Record<Obstacle, { code: ErrorCode; detail: string }> = {
  allocation_final: { code: "allocation_final", detail: messages.alreadyFinal },
  deal_not_open: { code: "deal_not_open", detail: messages.notGivenOut },
  still_open: { code: "deal_not_open", detail: messages.stillOpen },
  reconsent_running: { code: "terms_changed", detail: messages.reconsentRunning },
  no_commitments: { code: "no_commitments", detail: messages.noCommitments },
  below_minimum: { code: "terms_changed", detail: messages.wishTooSmall },
};

function inTheWay(obstacle: Obstacle): HttpError {
  const { code, detail } = obstacles[obstacle];
  return new HttpError(409, code, detail);
}

type Refusal = Exclude<Awaited<ReturnType<typeof confirmAllocation>>, null | "confirmed" | "confirmed_alone">;

function refusedConfirmation(outcome: Refusal, record: Draft): HttpError {
  if (outcome === "closed") return new HttpError(409, "allocation_final", messages.notDraft);
  if (outcome === "changed") return new HttpError(409, "revision_conflict", messages.draftChanged, { record });
  if (outcome === "participant") return new HttpError(403, "second_person_required", messages.memberOfDeal);
  if (outcome === "second_person_required") return new HttpError(403, outcome, messages.secondPerson);
  if (outcome === "stale") return new HttpError(409, "version_stale", messages.draftStale, { record });
  if (outcome === "other_method")
    return new HttpError(
      409,
      "version_stale",
      messages.publishedMethodOnly(allocationMethodLabels[record.published_method]),
    );
  if (outcome === "below_club_minimum") return new HttpError(422, "below_minimum", messages.belowClubMinimum);
  return inTheWay(outcome);
}

async function refusedShares(
  tx: Transaction<DB>,
  { id, minimum_shares, capacity_shares, totals }: Draft,
  { commitment_id, shares }: { commitment_id: string; shares: number },
  outcome: "above_wish" | "below_least" | "above_capacity",
): Promise<HttpError> {
  const line = await tx
    .selectFrom("allocation_lines")
    .select(["wish", "least", "shares"])
    .where("allocation_id", "=", id)
    .where("commitment_id", "=", commitment_id)
    .executeTakeFirstOrThrow();
  const message = {
    above_wish: () => messages.lineAboveWish(inWords(line.wish)),
    below_least: () => messages.lineBelowLeast(inWords(Math.max(line.least, minimum_shares))),
    above_capacity: () => messages.aboveCapacity(inWords(totals.shares - line.shares + shares - capacity_shares)),
  }[outcome]();
  return refusedField("shares", message);
}

const inWords = (shares: number): string => shares.toLocaleString("en-GB");
