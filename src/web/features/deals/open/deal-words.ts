import { interestLabels } from "#shared/deals/deal-messages.ts";
import type { OpenDealState, OwnInterest } from "#shared/deals/deals.ts";
import type { BadgeTone } from "#web/ui/badge.tsx";

export const openDealTones: Record<OpenDealState, BadgeTone> = { opens_soon: "waiting", open: "live", closed: "over" };

/** Members say one of two; levels of before are ways of watching. */
export const answerWords = ({ level }: OwnInterest): string =>
  interestLabels[level === "not_for_me" ? level : "watching"];

/** A rate in basis points as a fraction. */
export const rateOf = (bp: number): number => bp / 10_000;
