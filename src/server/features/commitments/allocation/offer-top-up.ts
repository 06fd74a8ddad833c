import { sql } from "kysely";
import type { z } from "zod";
import { allocate } from "#shared/commitments/allocation.ts";
import type { topUpTakeSchema } from "#shared/commitments/commitments.ts";
import type { Caller } from "../../../context.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { tellOwner } from "../tell-owner.ts";
import { readOwnAllocation } from "./read-own-allocation.ts";
import { findDealOf, getTopUp, insertTopUp, listUnfilled } from "./top-up-queries.ts";

/** Everything that is free, in proportion, to everybody whose wish is not filled. @throws HttpError 409 */
export const openTopUp = ({ dependencies, actor }: Caller, dealId: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const free = await runCommand<number>(tx, sql`prepare_top_up(${dealId})`, "deal");
    const unfilled = await listUnfilled(tx, dealId);
    const offers = allocate({
      ...{ capacity: free, minimumShares: 0, prioritySharePercent: 0, method: "pro_rata" },
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
    await runCommand(tx, sql`end_top_up(${id})`, "offer");
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
    await runCommand(tx, sql`take_top_up(${commitmentId}, ${top_up_id}, ${shares})`, "offer");
    const own = await readOwnAllocation(tx, actor, commitmentId);
    if (!own) throw notFound("allocation");
    effects.audit("top_up_taken", deal.deal_id, { commitment_id: commitmentId, shares });
    await tellOwner(tx, effects, { userId: actor.userId, commitmentId, kind: "commitment_changed" });
    return own;
  });
