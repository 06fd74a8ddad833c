import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { standingMessages } from "#shared/membership-requests/membership-messages.ts";
import type { tierInputSchema, tiersInputSchema } from "#shared/people/people.ts";
import { type TierResult, tierResultMessages } from "#shared/people/people-messages.ts";
import { personName } from "#shared/people/person-name.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { assertSomebodyElse } from "./account-actions.ts";
import { personResponse } from "./person-response.ts";
import { getPerson, listLatestTiers } from "./queries.ts";

type TierInput = z.output<typeof tierInputSchema>;

/** Adds to the history and tells the person; the same tier and days again change nothing. @throws HttpError. */
export function setTier({ dependencies, actor }: Caller, userId: string, input: TierInput) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const { request_status, ended_at } = await getPerson(tx, userId);
    assertSomebodyElse(actor, userId);
    if (request_status !== "approved") throw new HttpError("not_a_member", standingMessages.notAMember);
    if (ended_at) throw new HttpError("not_a_member", standingMessages.hasEnded);
    await addTiers(tx, effects, actor, [userId], input);
    return personResponse(tx, actor, userId);
  });
}

/** `setTier` for several people in one transaction: ineligible people are skipped and reported. */
export function setTiers({ dependencies, actor }: Caller, input: z.output<typeof tiersInputSchema>) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const ids = [...new Set(input.user_ids)];
    const memberships = await findMemberships(tx, ids);
    const refused = new Map(ids.map((id) => [id, refusalOf(actor, id, memberships.get(id))]));
    const members = ids.filter((id) => !refused.get(id));
    const changed = await addTiers(tx, effects, actor, members, input);
    const items = ids.map((user_id) => {
      const { full_name = null, email = null } = memberships.get(user_id) ?? {};
      const result = refused.get(user_id) ?? (changed.has(user_id) ? "set" : "unchanged");
      return { user_id, name: personName({ full_name, email }), result, message: tierResultMessages[result] };
    });
    return { items, set: changed.size };
  });
}

async function findMemberships(tx: Transaction<DB>, userIds: readonly string[]) {
  const rows = await tx
    .selectFrom("membership_requests")
    .select(["user_id", "full_name", "email", "status", "ended_at"])
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.user_id, row]));
}

function refusalOf(
  actor: Caller["actor"],
  userId: string,
  membership: { status: string; ended_at: Date | null } | undefined,
): TierResult | undefined {
  if (!membership) return "missing";
  if (actor.userId === userId) return "own";
  if (membership.status !== "approved") return "not_a_member";
  return membership.ended_at ? "ended" : undefined;
}

/** @returns whose tier it changed; the others had the same tier and days already. */
async function addTiers(
  tx: Transaction<DB>,
  effects: Effects,
  actor: Caller["actor"],
  userIds: readonly string[],
  { tier, from, until = null, reason }: TierInput,
): Promise<Set<string>> {
  const latest = await listLatestTiers(tx, userIds);
  const same = latest.filter((known) => known.tier === tier && known.from === from && known.until === until);
  const unchanged = new Set(same.map(({ user_id }) => user_id));
  const changed = userIds.filter((id) => !unchanged.has(id));
  if (changed.length === 0) return new Set();
  const entry = { tier, from_date: from, until_date: until, set_by: actor.userId, reason };
  const rows = await tx
    .insertInto("memberships")
    .values(changed.map((user_id) => ({ ...entry, user_id })))
    .returning(["id", "user_id"])
    .execute();
  for (const { id, user_id } of rows) {
    effects.audit("tier_changed", user_id, { tier, from, until, membership_id: id });
    effects.mail("tier-changed", { user_id, membership_id: id });
  }
  return new Set(changed);
}
