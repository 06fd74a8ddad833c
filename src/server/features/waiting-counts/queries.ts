import { type Kysely, sql } from "kysely";
import type { WaitingCounts } from "#shared/waiting-counts.ts";
import { isUsableInvitation } from "../../auth/registration/usable-invitation.ts";
import type { DB } from "../../platform/db/database.generated.ts";

export async function countWaiting(db: Kysely<DB>, now: Date): Promise<WaitingCounts> {
  const { rows } = await sql<WaitingCounts>`select
    (select count(*)::int from member_profile_submissions where status = 'pending') as submissions,
    count_membership_requests() as membership_requests,
    (select count(*)::int from invitations where ${isUsableInvitation(now)}) as invitations,
    (select count(*)::int from deletion_requests) as deletion_requests`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error("an aggregate always answers a row");
  return counts;
}
