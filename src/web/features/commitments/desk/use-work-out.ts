import type { AllocationMethod } from "#shared/deals/deal-messages.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { useAction } from "#web/lib/use-action.ts";

/** A new draft takes the place of the one before it. Without a method, by that of the terms. */
export const useWorkOut = (dealId: string) =>
  useAction<unknown, { method: AllocationMethod | null }>(`/deals/${dealId}/allocation`, {
    done: "Draft worked out",
    failed: "No draft was worked out",
    invalidates: dealMoneyKeys,
  });
