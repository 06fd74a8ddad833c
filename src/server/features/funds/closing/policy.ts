import type { CommitmentState } from "#shared/commitments/commitment-messages.ts";
import { type DealState, preparedStates } from "#shared/deals/deal-messages.ts";
import {
  type BankFile,
  type BankLine,
  type ClosingBoard,
  type ClosingMember,
  mostBornePence,
  type OutgoingPayment,
} from "#shared/funds/funds.ts";
import type { LineGrade, OutgoingState } from "#shared/funds/funds-messages.ts";
import type { Policy } from "../../../platform/http/policy.ts";

interface BoardRow {
  deal_state: DealState;
  difference_pence: number;
  sendable_pence: number | null;
  payable_pence: number;
  has_wire: boolean;
  is_wired: boolean;
  fee_paid_pence: number;
  has_fee: boolean;
  fee_owed_pence: number;
  free_shares: number;
  has_top_up: boolean;
  has_unfilled_wishes: boolean;
  nudgeable: number;
}

interface Account {
  sendable_pence: number | null;
  /** On account, less what is approved. */
  payable_pence: number;
}

/** While ledger and bank differ only what may have left the account is proposed and approved, and never more than it holds. */
const maySend = ({ sendable_pence, payable_pence }: Account, pence: number): boolean =>
  pence <= payable_pence && (sendable_pence === null || pence <= sendable_pence);

/** Everything else that moves money is off while ledger and bank differ. */
export const closingPolicy: Policy<BoardRow, keyof ClosingBoard["can"]> = ({ isAdmin }, board) => {
  const movesMoney = isAdmin && board.difference_pence === 0;
  return {
    enter_account: isAdmin && preparedStates.includes(board.deal_state),
    import: isAdmin,
    transfer_fee:
      isAdmin &&
      (board.deal_state === "cancelled" || (board.is_wired && board.fee_paid_pence > 0)) &&
      !board.has_fee &&
      board.fee_owed_pence > 0 &&
      maySend(board, board.fee_owed_pence),
    top_up:
      movesMoney &&
      board.deal_state === "closing" &&
      board.free_shares > 0 &&
      board.has_unfilled_wishes &&
      !board.has_top_up &&
      !board.has_wire,
    nudge: isAdmin && board.nudgeable > 0,
  };
};

interface MemberRow {
  state: CommitmentState;
  open_pence: number;
  applied_pence: number;
  grace_until: Date | null;
  extended_at: Date | null;
  free_refund_pence: number;
  isGraceOver: boolean;
  /** A line of the bank that is not booked may be the payment. */
  is_release_waiting: boolean;
  /** Of this reader, or of an account that looks like theirs. */
  isOwn: boolean;
  differs: boolean;
  sendable_pence: number | null;
  payable_pence: number;
}

export const closingMemberPolicy: Policy<MemberRow, keyof ClosingMember["can"]> = (actor, member) => {
  const isAdmin = actor.isAdmin && !member.isOwn;
  const owes = isAdmin && (member.state === "called" || member.state === "part_paid") && member.open_pence > 0;
  return {
    extend: owes && member.extended_at === null,
    release: owes && member.isGraceOver && !member.is_release_waiting && !member.differs,
    bear: owes && member.applied_pence > 0 && member.open_pence <= mostBornePence && !member.differs,
    // A part of it can be refunded.
    refund: isAdmin && member.free_refund_pence > 0 && maySend(member, 1),
    book: isAdmin,
  };
};

interface FileRow {
  origin: BankFile["origin"];
  is_newest: boolean;
  booked_pence: number;
}

export const bankFilePolicy: Policy<FileRow, keyof BankFile["can"]> = ({ isAdmin }, file) => ({
  take_back: isAdmin && file.origin === "file" && file.is_newest && file.booked_pence === 0,
});

interface LineRow {
  grade: LineGrade;
  open_pence: number;
  unidentified_pence: number;
  /** Money of this reader, or of an account that looks like theirs. */
  isOwn: boolean;
}

export const bankLinePolicy: Policy<LineRow, keyof BankLine["can"]> = ({ isAdmin }, line) => {
  const isOthers = isAdmin && !line.isOwn;
  const isOpen = line.open_pence !== 0;
  return {
    book: isOthers && isOpen && line.grade === "sure",
    match: isOthers && (isOpen || line.unidentified_pence > 0),
  };
};

interface PaymentRow {
  state: OutgoingState;
  amount_pence: number;
  sendable_pence: number | null;
  payable_pence: number;
  obstacle: string | null;
  /** Says why this reader is no second person for it; null where they are. */
  refusal: string | null;
}

export const outgoingPaymentPolicy: Policy<PaymentRow, keyof OutgoingPayment["can"]> = ({ isAdmin }, payment) => ({
  approve:
    isAdmin &&
    payment.state === "proposed" &&
    payment.refusal === null &&
    payment.obstacle === null &&
    maySend(payment, payment.amount_pence),
  cancel: isAdmin && (payment.state === "proposed" || payment.state === "approved"),
});
