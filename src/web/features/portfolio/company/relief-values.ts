import { parsePounds } from "#shared/pence.ts";
import type { ReliefKind } from "#shared/portfolio-messages.ts";

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
    ...{ lot_id, kind, claimed_on, pence: parsePounds(pence) ?? 0 },
    is_carried_back: kind === "income" && is_carried_back,
  };
}
