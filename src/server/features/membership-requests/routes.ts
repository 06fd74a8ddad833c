import type { Transaction } from "kysely";
import { z } from "zod";
import { pageQuerySchema } from "#shared/lists.ts";
import { londonDate } from "#shared/london-time.ts";
import {
  membershipRejectionSchema,
  membershipRequestListSchema,
  membershipRequestSchema,
} from "#shared/membership-requests/membership-requests.ts";
import { tierMessages } from "#shared/people/people-messages.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { transition } from "../../platform/db/transition.ts";
import type { Effects } from "../../platform/db/types.ts";
import { pageWithCan, withCan } from "../../platform/http/policy.ts";
import { userIdParameter } from "../../platform/http/responses.ts";
import { withPresentRecord } from "../../platform/http/run-command.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { recordAction } from "../audit/record-action.ts";
import { getMembershipRequest, listMembershipRequests, membershipPolicy } from "./queries.ts";

const route = routesOf("People");

const list = route("get", "/membership-requests", {
  name: "listMembershipRequests",
  summary: "Membership requests",
  audience: "admin",
  key: "read",
  query: pageQuerySchema.extend({ status: z.enum(["pending", "decided"]).default("pending") }),
  answer: membershipRequestListSchema,
});

const approve = route("post", "/membership-requests/{user_id}/approve", {
  name: "approveMembership",
  summary: "Approve a pending membership request",
  audience: "admin",
  params: userIdParameter,
  answer: membershipRequestSchema,
  refuses: ["already_reviewed", "own_role", "person_is_admin"],
});

const reject = route("post", "/membership-requests/{user_id}/reject", {
  name: "rejectMembership",
  summary: "Reject a pending membership request",
  audience: "admin",
  params: userIdParameter,
  body: membershipRejectionSchema,
  isBodyOptional: true,
  answer: membershipRequestSchema,
  refuses: ["already_reviewed", "own_role", "person_is_admin"],
});

export const membershipRequestRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const page = await dependencies.asActor(actor, (tx) => listMembershipRequests(tx, c.req.valid("query")));
    return c.json(pageWithCan(membershipPolicy, actor, page), 200);
  })
  .openapi(approve, async (c) => c.json(await decide(c.var, c.req.valid("param").user_id, "approved"), 200))
  .openapi(reject, async (c) => {
    // The body is optional.
    const { reason } = { ...c.req.valid("json") };
    return c.json(await decide(c.var, c.req.valid("param").user_id, "rejected", reason), 200);
  });

/** Deciding the same twice changes nothing. @throws HttpError when there is no such request, it is one's own, or was decided otherwise. */
function decide(
  { dependencies, actor }: Caller,
  userId: string,
  decision: "approved" | "rejected",
  reason?: string | null,
) {
  const readRequest = async (tx: Transaction<DB>) =>
    withCan(membershipPolicy, actor, await getMembershipRequest(tx, userId));
  const change = { table: "user_roles", id: userId, from: ["pending"], to: decision } as const;
  return withPresentRecord(
    () =>
      dependencies.asActor(actor, async (tx, effects) => {
        if ((await transition(tx, change, "membership request")) === "changed") {
          const kind = `membership_${decision}` as const;
          effects.audit(kind, userId, reason ? { action_id: await recordAction(tx, actor, userId, kind, reason) } : {});
          if (decision === "approved") {
            effects.publish("membership.approved", { user_id: userId });
            await giveInvitedTier(tx, effects, actor, userId, dependencies.now());
          }
          effects.notify(userId, `membership_${decision}`);
          effects.mail(`membership-${decision}`, { user_id: userId });
        }
        return readRequest(tx);
      }),
    () => dependencies.asActor(actor, readRequest),
  );
}

/** From today, in the name of who approves. */
async function giveInvitedTier(
  tx: Transaction<DB>,
  effects: Effects,
  { userId: set_by }: Caller["actor"],
  userId: string,
  now: Date,
): Promise<void> {
  const invitation = tx.selectFrom("invitations").select("tier").where("used_by", "=", userId);
  const tier = (await invitation.where("tier", "is not", null).executeTakeFirst())?.tier;
  if (!tier) return;
  const from = londonDate(now);
  const { id } = await tx
    .insertInto("memberships")
    .values({ user_id: userId, tier, from_date: from, set_by, reason: tierMessages.invited })
    .returning("id")
    .executeTakeFirstOrThrow();
  effects.audit("tier_changed", userId, { tier, from, until: null, membership_id: id });
}
