import { interestLabels } from "#shared/deals/deal-messages.ts";
import type { OpenDealState, OwnInterest } from "#shared/deals/deals.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import type { BadgeTone } from "#web/ui/badge.tsx";

export const openDealTones: Record<OpenDealState, BadgeTone> = { opens_soon: "waiting", open: "live", closed: "over" };

/** "Considering £12,000". */
export const answerWords = ({ level, amount_pence }: OwnInterest): string =>
  amount_pence === null ? interestLabels[level] : `${interestLabels[level]} ${formatPounds(amount_pence)}`;

/** A rate in basis points as a fraction. */
export const rateOf = (bp: number): number => bp / 10_000;
