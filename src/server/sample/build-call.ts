import type { Insertable, Kysely } from "kysely";
import { dealCallMessages } from "#shared/deals/deal-call-messages.ts";
import type { DB, DealCallRequests, DealCalls } from "../platform/db/database.generated.ts";

type CallGiven = Partial<Insertable<DealCalls>> & {
  deal_id: string;
  starts_at: Date;
  requests?: readonly (Partial<Insertable<DealCallRequests>> & { record_id: string })[];
};

/** A call of an hour with the founders of a deal. */
export async function buildCall(db: Kysely<DB>, { requests = [], starts_at, ...given }: CallGiven) {
  const hour = 60 * 60 * 1000;
  const call = await db
    .insertInto("deal_calls")
    .values({
      starts_at,
      ends_at: new Date(starts_at.getTime() + hour),
      about: "Video, one hour, both founders",
      join_url: "https://meet.example/founders",
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const asked = {
    call_id: call.id,
    wording: dealCallMessages.request,
    requested_at: new Date(starts_at.getTime() - 48 * hour),
  };
  if (requests.length > 0)
    await db
      .insertInto("deal_call_requests")
      .values(requests.map((request) => ({ ...asked, ...request })))
      .execute();
  return call;
}
