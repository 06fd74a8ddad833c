import type { OwnCompany } from "#shared/portfolio/portfolio.ts";
import type { ReliefKind } from "#shared/portfolio/portfolio-messages.ts";
import { reliefMessages as messages } from "#shared/portfolio/portfolio-page-messages.ts";

type Lot = OwnCompany["company"]["lots"][number];

/** What may be recorded as claimed, of one lot, or of one loss of it. */
export interface ClaimOffer {
  kind: ReliefKind;
  lot: Lot;
  loss?: OwnCompany["losses"][number];
}

/** What is left to record: relief that is not recorded yet, and losses without a claim. */
export const claimOffers = (lots: readonly Lot[], losses: OwnCompany["losses"]): ClaimOffer[] => [
  ...lots.filter(({ relief_left_pence }) => relief_left_pence > 0).map((lot) => ({ kind: "income" as const, lot })),
  ...lots.flatMap((lot) =>
    losses
      .filter(({ lot_id, is_recorded }) => lot_id === lot.id && !is_recorded)
      // Two sales of one day are one claim.
      .filter(({ day }, index, all) => all.findIndex((other) => other.day === day) === index)
      .map((loss) => ({ kind: "loss" as const, lot, loss })),
  ),
];

/** The label names the kind if all offers have the same one; otherwise it is chosen in the form. */
export const recordLabel = (offers: readonly ClaimOffer[]): string => {
  const kind = kindOfAll(offers);
  return kind ? messages.record[kind] : "Record a claim";
};

export function kindOfAll([first, ...others]: readonly ClaimOffer[]): ReliefKind | undefined {
  return others.every(({ kind }) => kind === first?.kind) ? first?.kind : undefined;
}
