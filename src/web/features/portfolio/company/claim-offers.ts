import type { OwnCompany } from "#shared/portfolio/portfolio.ts";
import { type ReliefKind, reliefKinds } from "#shared/portfolio/portfolio-messages.ts";
import { reliefMessages as messages } from "#shared/portfolio/portfolio-page-messages.ts";

type Lot = OwnCompany["company"]["lots"][number];

/** What may be recorded as claimed, of one lot. */
export interface ClaimOffer {
  kind: ReliefKind;
  lot: Lot;
}

/** What is left to record: relief that is not recorded yet, and losses without a claim. */
export const claimOffers = (lots: readonly Lot[], losses: OwnCompany["losses"]): ClaimOffer[] =>
  reliefKinds.flatMap((kind) =>
    lots
      .filter(({ id, relief_left_pence }) =>
        kind === "income"
          ? relief_left_pence > 0
          : losses.some(({ lot_id, is_recorded }) => lot_id === id && !is_recorded),
      )
      .map((lot) => ({ kind, lot })),
  );

/** Of one kind it is named; otherwise it is chosen then. */
export const recordLabel = (offers: readonly ClaimOffer[]): string => {
  const kind = kindOfAll(offers);
  return kind ? messages.record[kind] : "Record a claim";
};

export function kindOfAll([first, ...others]: readonly ClaimOffer[]): ReliefKind | undefined {
  return others.every(({ kind }) => kind === first?.kind) ? first?.kind : undefined;
}
