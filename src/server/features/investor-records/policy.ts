import type { ListedInvestorRecord } from "#shared/investor-records/investor-records.ts";
import type { Policy } from "../../platform/http/policy.ts";

/** Their own is open to everybody by another way. */
export const investorRecordPolicy: Policy<Pick<ListedInvestorRecord, "user_id">, keyof ListedInvestorRecord["can"]> = (
  actor,
  record,
) => ({ open: actor.isAdmin && record.user_id !== actor.userId });
