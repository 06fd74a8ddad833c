import { allocationPartMessages as messages } from "#shared/commitments-desk-messages.ts";
import type { AllocationMethod } from "#shared/deal-messages.ts";
import { useClosingAction } from "#web/features/funds/use-closing-action.ts";

/** A new draft takes the place of the one before it. Without a method, by that of the terms. */
export const useWorkOut = (dealId: string) =>
  useClosingAction<unknown, { method: AllocationMethod | null }>(`/deals/${dealId}/allocation`, {
    done: messages.worked,
    failed: messages.workFailed,
  });
