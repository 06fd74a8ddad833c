import type { CollectionAccount } from "#shared/funds/funds.ts";
import type { Policy } from "../../../platform/http/policy.ts";

export interface AccountRow {
  entered_by: string | null;
  is_waiting: boolean;
  /** The admin who entered it is the only one and has waited. */
  is_left_to_author: boolean;
}

/** Of the account that members pay to, and of the company's. */
export const accountPolicy: Policy<AccountRow, keyof CollectionAccount["can"]> = (actor, account) => ({
  reject: actor.isAdmin && account.is_waiting,
  confirm: actor.isAdmin && account.is_waiting && (account.entered_by !== actor.userId || account.is_left_to_author),
});
