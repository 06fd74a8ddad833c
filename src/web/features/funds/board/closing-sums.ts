import type { ClosingBoard } from "#shared/funds.ts";

interface Sum {
  rows: {
    name: "applied" | "open" | "refund" | "unidentified" | "sentToCompany" | "sentToClub" | "toCompany" | "toClub";
    pence: number;
  }[];
  /** That the rows have to make. */
  pence: number;
}

/** What was called, what the bank holds and where it will go. What has left the account already is taken off what it holds. */
export function closingSums(board: ClosingBoard): { called: Sum; bank: Sum; goes: Sum; agree: boolean } {
  const sent = (kind: "wire" | "fee") =>
    board.payments
      .filter((payment) => payment.kind === kind && payment.state === "paid")
      .reduce((sum, { amount_pence }) => sum + amount_pence, 0);
  const gone = [
    { name: "sentToCompany", pence: -sent("wire") },
    { name: "sentToClub", pence: -sent("fee") },
  ] as const;
  const called: Sum = {
    rows: [
      { name: "applied", pence: board.applied_pence },
      { name: "open", pence: board.open_pence },
    ],
    pence: board.due_pence,
  };
  const bank: Sum = {
    rows: [
      { name: "applied", pence: board.applied_pence },
      { name: "refund", pence: board.refund_pence },
      { name: "unidentified", pence: board.unidentified_pence },
      ...gone.filter(({ pence }) => pence !== 0),
    ],
    pence: board.on_account_pence,
  };
  const goes: Sum = {
    rows: [
      { name: "toCompany", pence: board.to_company_pence },
      { name: "toClub", pence: board.to_club_pence },
    ],
    pence: board.due_pence,
  };
  const ties = ({ rows, pence }: Sum) => rows.reduce((sum, row) => sum + row.pence, 0) === pence;
  const agree = [called, bank, goes].every(ties) && board.ledger_sum_pence === 0 && board.difference_pence === 0;
  return { called, bank, goes, agree };
}
