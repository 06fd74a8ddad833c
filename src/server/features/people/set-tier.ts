import type { z } from "zod";
import { standingMessages } from "#shared/membership-messages.ts";
import type { tierInputSchema } from "#shared/people.ts";
import type { Caller } from "../../context.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { assertSomebodyElse } from "./account-actions.ts";
import { personResponse } from "./person-response.ts";
import { getPerson, listTiers } from "./queries.ts";

/** Adds to the history and tells the person; the same tier and days again change nothing. @throws HttpError. */
export function setTier(
  { dependencies, actor }: Caller,
  userId: string,
  { tier, from, until = null, reason }: z.output<typeof tierInputSchema>,
) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const { request_status, ended_at } = await getPerson(tx, userId);
    assertSomebodyElse(actor, userId);
    if (request_status !== "approved") throw new HttpError(409, "not_a_member", standingMessages.notAMember);
    if (ended_at) throw new HttpError(409, "not_a_member", standingMessages.hasEnded);
    const [latest] = await listTiers(tx, userId);
    if (latest?.tier !== tier || latest.from !== from || latest.until !== until) {
      const { id } = await tx
        .insertInto("memberships")
        .values({ user_id: userId, tier, from_date: from, until_date: until, set_by: actor.userId, reason })
        .returning("id")
        .executeTakeFirstOrThrow();
      effects.audit("tier_changed", userId, { tier, from, until, membership_id: id });
      effects.mail("tier-changed", { user_id: userId, membership_id: id });
    }
    return personResponse(tx, actor, userId);
  });
}
