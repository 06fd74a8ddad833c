import type { RecordedReliefStep } from "#shared/funds/funds-relief-messages.ts";
import type { Policy } from "../../../platform/http/policy.ts";

interface ReliefRow {
  /** Members who hold shares under a scheme. */
  due: number;
  isFiled: boolean;
  isAuthorised: boolean;
}

/** A recorded step can be corrected: its newest record counts. */
export const reliefPolicy: Policy<ReliefRow, RecordedReliefStep | "upload"> = ({ isAdmin }, row) => {
  const isDue = isAdmin && row.due > 0;
  return {
    filed: isDue,
    authorised: isDue && row.isFiled,
    certified: isDue && row.isAuthorised,
    upload: isDue,
  };
};
