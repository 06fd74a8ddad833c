import type { Transaction } from "kysely";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { withCan } from "../../platform/http/policy.ts";
import { personPolicy } from "./policy.ts";
import { getPerson, listPersonSessions, listTiers, readInvesting } from "./queries.ts";

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
