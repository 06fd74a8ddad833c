import type { BankFeed } from "#shared/funds/bank-feeds.ts";
import type { FeedState } from "#shared/funds/bank-feeds-messages.ts";
import type { Policy } from "../../../platform/http/policy.ts";

interface FeedRow {
  state: FeedState;
  /** Says why this reader is no second person for it; null where they are. */
  refusal: string | null;
}

export const bankFeedPolicy: Policy<FeedRow, keyof BankFeed["can"]> = ({ isAdmin }, { state, refusal }) => ({
  confirm: isAdmin && state === "waiting" && refusal === null,
  stop: isAdmin && state !== "stopped",
  sync: isAdmin && state === "active",
});
