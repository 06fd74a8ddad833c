import type { Transaction } from "kysely";
import type { Person, PersonDetail } from "#shared/people/people.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { type Policy, withCan } from "../../platform/http/policy.ts";
import { membershipPolicy } from "../membership-requests/queries.ts";
import { profilePolicy } from "../profiles/queries.ts";
import { getPerson, listPersonSessions, listTiers, type PersonRow, readInvesting } from "./queries.ts";

/** The person with sessions, tiers, what they invest and what the actor can do. */
export async function personResponse(tx: Transaction<DB>, { dependencies, actor }: Caller, userId: string) {
  const person = withCan(personPolicy, actor, await getPerson(tx, userId));
  const { request_status, suspended_at, ended_at, hidden_by_owner_at, hidden_by_admin_at, ...shown } = person;
  return {
    ...shown,
    sessions: await listPersonSessions(tx, userId),
    tiers: await listTiers(tx, userId),
    investing: await readInvesting(tx, userId, dependencies.now()),
  };
}

export const listedPersonPolicy: Policy<Pick<Person, "user_id" | "status">, keyof Person["can"]> = (
  actor,
  { user_id, status },
) => ({
  change_tier:
    actor.isAdmin && user_id !== null && actor.userId !== user_id && (status === "approved" || status === "suspended"),
});

/** Says what an admin can do to an account; nothing to their own. */
export const personPolicy: Policy<PersonRow, keyof PersonDetail["can"]> = (actor, person) => {
  const isOther = actor.isAdmin && actor.userId !== person.user_id;
  const membership = membershipPolicy(actor, { ...person, status: person.request_status });
  const profile = profilePolicy(actor, person);
  return {
    suspend: membership.suspend,
    end: membership.end,
    reinstate: membership.reinstate,
    hide_profile: person.profile_id !== null && profile.hide_as_admin,
    show_profile: person.profile_id !== null && profile.show_as_admin,
    reset_two_factor: isOther && person.has_second_factor,
    sign_out: isOther,
    resend_verification: isOther && !person.email_verified,
    lift_sign_in_limit: isOther,
    reset_mail_refusals: isOther && person.mails_refused > 0,
    ...listedPersonPolicy(actor, person),
  };
};
