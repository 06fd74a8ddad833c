import type { StatementState } from "#shared/statements/signed-statement-messages.ts";
import type { BadgeTone } from "#web/ui/badge.tsx";

export const statementTones: Record<StatementState, BadgeTone> = {
  live: "live",
  in_review: "waiting",
  refused: "refused",
  expired: "over",
  withdrawn: "over",
  revoked: "refused",
};
