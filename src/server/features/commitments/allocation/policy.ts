import type { Allocation, OwnAllocation } from "#shared/commitments/commitments.ts";
import type { Policy } from "../../../platform/http/policy.ts";

export const allocationPolicy: Policy<{ state: "draft" | "final" }, keyof Allocation["can"]> = (
  { isAdmin },
  { state },
) => ({
  change: isAdmin && state === "draft",
});

export const topUpPolicy: Policy<{ available_shares: number }, keyof NonNullable<OwnAllocation["top_up"]>["can"]> = (
  _actor,
  { available_shares },
) => ({ take: available_shares > 0 });
