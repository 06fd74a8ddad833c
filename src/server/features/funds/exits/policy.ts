import type { Exit, ExitDetails } from "#shared/funds/funds-exits.ts";
import type { ExitState } from "#shared/funds/funds-exits-messages.ts";
import type { Policy } from "../../../platform/http/policy.ts";

interface ExitRow {
  state: ExitState;
  /** Proposed by this reader, or about shares of theirs. */
  is_own: boolean;
  is_left_to_author: boolean;
  /** Booked, or on its way out. */
  has_money: boolean;
  /** A holdback of it. */
  has_later: boolean;
  to_propose: number;
  /** By this reader. */
  to_approve: number;
}

interface OutsideRow {
  waiting_id: string | null;
  /** Recorded by this reader, or about shares of theirs. */
  is_own: boolean;
  is_left_to_author: boolean;
}

export const outsidePaymentPolicy: Policy<OutsideRow, keyof NonNullable<ExitDetails["outside"]>["can"]> = (
  { isAdmin },
  { waiting_id, is_own, is_left_to_author },
) => ({
  record: isAdmin && waiting_id === null,
  confirm: isAdmin && waiting_id !== null && (!is_own || is_left_to_author),
  refuse: isAdmin && waiting_id !== null,
});

export const exitPolicy: Policy<ExitRow, keyof Exit["can"]> = ({ isAdmin }, exit) => ({
  confirm: isAdmin && exit.state === "proposed" && (!exit.is_own || exit.is_left_to_author),
  withdraw: isAdmin && exit.state !== "withdrawn" && !exit.has_money && !exit.has_later,
  propose_payments: isAdmin && exit.to_propose > 0,
  approve_payments: isAdmin && exit.to_approve > 0,
});
