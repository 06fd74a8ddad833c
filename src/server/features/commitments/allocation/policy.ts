import type { Allocation, OwnAllocation } from "#shared/commitments/commitments.ts";
import type { Policy } from "../../../platform/http/policy.ts";

interface AllocationRow {
  state: "draft" | "final";
  method: Allocation["method"];
  published_method: Allocation["method"];
  is_stale: boolean;
  /** The deal, or its commitments, cannot be given shares now. */
  is_blocked: boolean;
  /** Its costs do not reach the club's minimum. */
  is_below_club_minimum: boolean;
  /** Why this reader is no second person for it; null where they are. */
  refusal: string | null;
  /** Its reader has committed to the deal. */
  is_participant: boolean;
}

export const allocationPolicy: Policy<AllocationRow, keyof Allocation["can"]> = ({ isAdmin }, row) => {
  const isDraft = isAdmin && row.state === "draft";
  const isReady = !row.is_stale && !row.is_blocked && !row.is_below_club_minimum && row.method === row.published_method;
  const isSecond = !row.is_participant && row.refusal === null;
  return { change: isDraft, confirm: isDraft && isReady && isSecond };
};

export const topUpPolicy: Policy<{ available_shares: number }, keyof NonNullable<OwnAllocation["top_up"]>["can"]> = (
  _actor,
  { available_shares },
) => ({ take: available_shares > 0 });
