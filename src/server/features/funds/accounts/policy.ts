import type { CollectionAccount } from "#shared/funds/funds.ts";
import type { Policy } from "../../../platform/http/policy.ts";

export interface AccountRow {
  is_waiting: boolean;
  /** Why this reader is no second person for it; null where they are. */
  refusal: string | null;
}

/** Of the account that members pay to, and of the company's. */
export const accountPolicy: Policy<AccountRow, keyof CollectionAccount["can"]> = (actor, account) => ({
  reject: actor.isAdmin && account.is_waiting,
  confirm: actor.isAdmin && account.is_waiting && account.refusal === null,
});
