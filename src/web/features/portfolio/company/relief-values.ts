import type { ReliefKind } from "#shared/portfolio-messages.ts";
import { orNaN, readPounds } from "#shared/typed-numbers.ts";

/** What the controls hold. */
export interface ReliefValues {
  /** The kind and the lot, as `offerValue` writes them. */
  offer: string;
  claimed_on: string;
  pence: string;
  is_carried_back: boolean;
}

export const offerValue = (kind: ReliefKind, lotId: string): string => `${kind} ${lotId}`;

export function toReliefInput({ offer, pence, is_carried_back, claimed_on }: ReliefValues) {
  const [kind = "", lot_id = ""] = offer.split(" ");
  return {
    ...{ lot_id, kind, claimed_on, pence: orNaN(readPounds(pence)) },
    is_carried_back: kind === "income" && is_carried_back,
  };
}
