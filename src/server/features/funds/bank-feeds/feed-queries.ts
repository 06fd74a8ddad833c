import type { Kysely, Selectable } from "kysely";
import { type FeedState, bankFeedMessages as messages } from "#shared/funds/bank-feeds-messages.ts";
import { formatMoment } from "#shared/london-time.ts";
import { adminName } from "#shared/people/person-name.ts";
import type { BankFeedList, DB } from "../../../platform/db/database.generated.ts";
import type { PolicyActor } from "../../../platform/http/policy.ts";
import { bankFeedPolicy } from "./policy.ts";

export async function readFeeds(db: Kysely<DB>, actor: PolicyActor, dealId: string) {
  const rows = await db
    .selectFrom("bank_feed_list")
    .selectAll()
    .where("deal_id", "=", dealId)
    .orderBy("entered_at", "desc")
    .execute();
  const find = (state: FeedState) => {
    const row = rows.find((one) => one.state === state);
    return row ? toFeed(row, actor) : null;
  };
  return { active: find("active"), waiting: find("waiting"), stopped: find("stopped") };
}

type Row = Selectable<BankFeedList>;

function toFeed(row: Row, actor: PolicyActor) {
  const { id, environment, entered_at, entered_by_name, confirmed_at, confirmed_by_name, confirmers } = row;
  const { read_at, balance_pence, pending_pence, retry_at } = row;
  return {
    ...{ id, environment, entered_at, entered_by_name, confirmed_at, confirmed_by_name, confirmers: confirmers ?? [] },
    ...{ read_at, balance_pence, pending_pence, said: describeStop(row) ?? describeFailure(row), retry_at },
    can: bankFeedPolicy(actor, row),
  };
}

function describeStop({ stopped_at, stopped_by_name, stopped_because, stop_reason }: Row): string | null {
  if (!stopped_at || !stopped_because) return null;
  const because =
    stopped_because === "admin"
      ? messages.stoppedBy(adminName(stopped_by_name), stop_reason ?? "")
      : messages.stops[stopped_because];
  return messages.stopped(because, formatMoment(stopped_at));
}

function describeFailure({ failing_since, failure, gap_pence }: Row): string | null {
  if (!failing_since || !failure) return null;
  const words = failure === "balance_differs" ? messages.balanceDiffers(gap_pence ?? 0) : messages.failures[failure];
  return messages.failingSince(words, formatMoment(failing_since));
}

/** Whose deal it is, and whether this reader is a second person for it. */
export const findFeed = (db: Kysely<DB>, id: string) =>
  db.selectFrom("bank_feed_list").select(["deal_id", "refusal", "state"]).where("id", "=", id).executeTakeFirst();
