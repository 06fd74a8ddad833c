import { type DealState, dealMessages as messages, needsReason } from "#shared/deals/deal-messages.ts";
import { moveInputSchema } from "#shared/deals/deals.ts";

/** @param from where the deal is. */
export const moveSchemaFrom = (from: DealState) =>
  moveInputSchema.omit({ expected_version: true }).superRefine(({ to, reason, until }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (needsReason(from, to) && !reason) refuse("reason", messages.reason);
    if (to === "parked" && !until) refuse("until", messages.parkedUntil);
  });
