import type { Exit, ExitDetails } from "#shared/funds/funds-exits.ts";
import type { ExitState } from "#shared/funds/funds-exits-messages.ts";
import type { Policy } from "../../../platform/http/policy.ts";

interface ExitRow {
  state: ExitState;
  /** Says why this reader is no second person for it; null where they are. */
  refusal: string | null;
  /** Booked, or on its way out. */
  has_money: boolean;
  /** A holdback of it. */
  has_later: boolean;
  to_propose: number;
  /** This reader can approve this many payments. */
  to_approve: number;
}

interface OutsideRow {
  waiting_id: string | null;
  /** Says why this reader is no second person for it; null where they are. */
  refusal: string | null;
}

export const outsidePaymentPolicy: Policy<OutsideRow, keyof NonNullable<ExitDetails["outside"]>["can"]> = (
  { isAdmin },
  { waiting_id, refusal },
) => ({
  record: isAdmin && waiting_id === null,
  confirm: isAdmin && waiting_id !== null && refusal === null,
  refuse: isAdmin && waiting_id !== null,
});

export const exitPolicy: Policy<ExitRow, keyof Exit["can"]> = ({ isAdmin }, exit) => ({
  confirm: isAdmin && exit.state === "proposed" && exit.refusal === null,
  withdraw: isAdmin && exit.state !== "withdrawn" && !exit.has_money && !exit.has_later,
  propose_payments: isAdmin && exit.to_propose > 0,
  approve_payments: isAdmin && exit.to_approve > 0,
});
