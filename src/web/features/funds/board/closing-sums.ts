import type { ClosingBoard } from "#shared/funds/funds.ts";

interface Sum {
  rows: { name: keyof typeof amounts; pence: number }[];
  /** That the rows have to make. */
  pence: number;
}

const amounts = {
  applied: (board: ClosingBoard) => board.applied_pence,
  open: (board: ClosingBoard) => board.open_pence,
  uncalled: (board: ClosingBoard) => board.uncalled_cost_pence + board.uncalled_fee_pence,
  refund: (board: ClosingBoard) => board.refund_pence,
  unidentified: (board: ClosingBoard) => board.unidentified_pence,
  toPayOut: (board: ClosingBoard) => board.distribution_pence,
  /** In the bank's list, and not booked yet. */
  unbooked: ({ bank_pence, on_account_pence }: ClosingBoard) => (bank_pence ?? on_account_pence) - on_account_pence,
  sentToCompany: (board: ClosingBoard) => -board.wired_pence,
  sentToClub: (board: ClosingBoard) => -board.fee_paid_pence,
  borneByClub: (board: ClosingBoard) => -board.borne_pence,
  toCompany: (board: ClosingBoard) => board.to_company_pence + board.uncalled_cost_pence,
  toClub: (board: ClosingBoard) => board.to_club_pence + board.uncalled_fee_pence - board.borne_pence,
};

const always: readonly string[] = ["applied", "open", "refund", "unidentified", "toCompany", "toClub"];

/** Checks that the board counts what is called: a cancelled deal calls nothing any more. */
export const hasCallSums = ({ called_at, deal_state }: Pick<ClosingBoard, "called_at" | "deal_state">): boolean =>
  called_at !== null && deal_state !== "cancelled";

/** What is due, called or not, what the bank holds and where it will go. What left the account, and pence that never came, are taken off. */
export function closingSums(board: ClosingBoard): { called: Sum; bank: Sum; goes: Sum; agree: boolean } {
  const rowsOf = (...names: (keyof typeof amounts)[]) =>
    names
      .map((name) => ({ name, pence: amounts[name](board) }))
      .filter(({ name, pence }) => always.includes(name) || pence !== 0);
  const due = board.due_pence + amounts.uncalled(board);
  const called = { rows: rowsOf("applied", "open", "uncalled"), pence: due };
  const bank = {
    rows: rowsOf(
      ...(["applied", "refund", "unidentified", "sentToCompany", "sentToClub", "borneByClub"] as const),
      ...(["toPayOut", "unbooked"] as const),
    ),
    pence: board.on_account_pence + amounts.unbooked(board),
  };
  // What the club bears is taken from its fees: it has left the account, or never came.
  const goes = { rows: rowsOf("toCompany", "toClub"), pence: due - board.borne_pence };
  const ties = ({ rows, pence }: Sum) => rows.reduce((sum, row) => sum + row.pence, 0) === pence;
  const agree = [called, bank, goes].every(ties) && board.ledger_sum_pence === 0 && board.difference_pence === 0;
  return { called, bank, goes, agree };
}
