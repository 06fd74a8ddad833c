import type { z } from "zod";
import { allocate } from "#shared/allocation.ts";
import { commitmentMessages as messages } from "#shared/commitment-messages.ts";
import type { topUpTakeSchema } from "#shared/commitments.ts";
import type { ErrorCode } from "#shared/errors.ts";
import type { Caller } from "../../../context.ts";
import { HttpError, notFound } from "../../../platform/http/http-error.ts";
import { refusedField } from "../../deals/refused-field.ts";
import { tellOwner } from "../tell-owner.ts";
import { readOwnAllocation } from "./read-own-allocation.ts";
import {
  endTopUp,
  findDealOf,
  findOwnTopUp,
  getFreeShares,
  getTopUp,
  insertTopUp,
  listUnfilled,
  prepareTopUp,
  type TopUpObstacle,
  takeShares,
} from "./top-up-queries.ts";

/** Everything that is free, in proportion, to everybody whose wish is not filled. @throws HttpError 409 */
export const openTopUp = ({ dependencies, actor }: Caller, dealId: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const outcome = await prepareTopUp(tx, dealId);
    if (outcome === null) throw notFound("deal");
    if (outcome !== "ready") throw inTheWay(outcome);
    const unfilled = await listUnfilled(tx, dealId);
    const offers = allocate({
      ...{ capacity: await getFreeShares(tx, dealId), minimumShares: 0, prioritySharePercent: 0, method: "pro_rata" },
      wishes: unfilled.map(({ commitment_id, unfilled: shares, least, placed_at }) => ({
        ...{ id: commitment_id, shares, least, placedAt: placed_at.toISOString(), isPriority: false },
      })),
    });
    const id = await insertTopUp(
      tx,
      dealId,
      offers.map(({ id: commitment_id, shares: offered }) => ({ commitment_id, offered })),
    );
    const { deal_id: _deal, ...topUp } = await getTopUp(tx, id);
    effects.audit("top_up_opened", dealId, { number: topUp.number, shares: topUp.shares });
    for (const { user_id, commitment_id } of unfilled) {
      if (!user_id) continue;
      effects.notify(user_id, "shares_offered", commitment_id);
      effects.mail("shares-offered", { user_id, commitment_id, top_up_id: id });
    }
    return topUp;
  });

export const closeTopUp = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const outcome = await endTopUp(tx, id);
    if (outcome === null) throw notFound("offer");
    if (outcome === "closed") throw new HttpError(409, "top_up_closed", messages.topUpClosed);
    const { deal_id, ...topUp } = await getTopUp(tx, id);
    effects.audit("top_up_ended", deal_id, { number: topUp.number, taken: topUp.taken_shares });
    return topUp;
  });

/** For one's own commitment. @throws HttpError 404, 409 once it is over, 422 for more or fewer shares than can be taken. */
export const takeTopUp = (
  { dependencies, actor }: Caller,
  commitmentId: string,
  { top_up_id, shares }: z.output<typeof topUpTakeSchema>,
) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const deal = await findDealOf(tx, commitmentId);
    if (!deal) throw notFound("commitment");
    const outcome = await takeShares(tx, commitmentId, top_up_id, shares);
    if (outcome === null) throw notFound("offer");
    if (outcome === "closed") throw new HttpError(409, "top_up_closed", messages.topUpClosed);
    const offer = await findOwnTopUp(tx, commitmentId);
    if (outcome !== "taken") {
      const message =
        outcome === "too_many"
          ? messages.topUpTooMany(inWords(offer?.available_shares ?? 0))
          : messages.topUpTooFew(inWords(offer?.least_shares ?? 0));
      throw refusedField("shares", message);
    }
    const own = await readOwnAllocation(tx, actor, commitmentId);
    if (!own) throw notFound("allocation");
    effects.audit("top_up_taken", deal.deal_id, { commitment_id: commitmentId, shares });
    await tellOwner(tx, effects, { userId: actor.userId, commitmentId, kind: "commitment_changed" });
    return own;
  });

const obstacles: Record<TopUpObstacle, { code: ErrorCode; detail: string }> = {
  no_allocation: { code: "deal_not_open", detail: messages.noAllocation },
  deal_not_open: { code: "deal_not_open", detail: messages.notClosing },
  open: { code: "top_up_closed", detail: messages.topUpOpen },
  nothing_free: { code: "top_up_closed", detail: messages.nothingFree },
};

function inTheWay(obstacle: TopUpObstacle): HttpError {
  const { code, detail } = obstacles[obstacle];
  return new HttpError(409, code, detail);
}

const inWords = (shares: number): string => shares.toLocaleString("en-GB");
