import { parsePounds } from "#shared/pence.ts";
import type { ReliefKind } from "#shared/portfolio-messages.ts";

/** What the controls hold. */
export interface ReliefValues {
  lot_id: string;
  kind: ReliefKind;
  claimed_on: string;
  pence: string;
  is_carried_back: boolean;
}

export const toReliefInput = ({ pence, kind, is_carried_back, ...values }: ReliefValues) => ({
  ...values,
  kind,
  pence: parsePounds(pence) ?? 0,
  is_carried_back: kind === "income" && is_carried_back,
});
