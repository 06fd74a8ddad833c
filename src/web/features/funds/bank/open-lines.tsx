import { lazy } from "react";
import type { BankLine, ClosingBoard } from "#shared/funds/funds.ts";
import { bankPartMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { bankDay } from "#web/features/funds/clock.ts";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { Check } from "#web/ui/icons.generated.ts";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { signedPence } from "../signed-pence.ts";

const MatchDialog = lazy(() => import("./match-dialog.tsx").then((file) => ({ default: file.MatchDialog })));
const LeaveDialog = lazy(() => import("./leave-dialog.tsx").then((file) => ({ default: file.LeaveDialog })));

interface OpenLinesProps {
  label: string;
  lines: BankLine[];
  board: ClosingBoard;
  isSure: boolean;
}

export function OpenLines({ label, lines, board, isSure }: OpenLinesProps) {
  const actions: RecordColumn<BankLine> = {
    header: "Actions",
    isActions: true,
    cell: (line) => (
      <>
        {isSure && <Check className="size-4 text-pine" aria-hidden="true" />}
        {line.can.match && <Actions line={line} board={board} isSure={isSure} />}
      </>
    ),
  };
  return <RecordTable caption={label} columns={[...columns, actions]} rows={lines} rowKey={({ id }) => id} isDense />;
}

const money = "num whitespace-nowrap";
const columns: RecordColumn<BankLine>[] = [
  { header: messages.payer, className: "wrap-anywhere @min-[40rem]:w-[16%]", cell: ({ payer }) => payer || "No name" },
  {
    header: messages.date,
    isPlain: true,
    className: `${money} @min-[40rem]:w-[7%]`,
    cell: ({ booked_on }) => bankDay(booked_on),
  },
  {
    header: messages.reference,
    isPlain: true,
    className: "wrap-anywhere @min-[40rem]:w-[13%]",
    cell: ({ reference }) => <span className="code">{reference}</span>,
  },
  {
    header: "Arrived",
    isBeside: true,
    isRight: true,
    className: `${money} @min-[40rem]:w-[11%]`,
    cell: ({ open_pence, amount_pence }) => (
      <>
        {signedPence(amount_pence)}
        {open_pence !== amount_pence && (
          <span className="note block">{signedPence(open_pence)} of it is not booked yet</span>
        )}
      </>
    ),
  },
  {
    header: "Due",
    isRight: true,
    className: `${money} @min-[40rem]:w-[11%]`,
    cell: ({ open_due_pence }) => open_due_pence !== null && formatPence(open_due_pence),
  },
  {
    header: "Member",
    className: "num wrap-anywhere",
    cell: ({ full_name, said }) => (
      <>
        {full_name}
        {said && <span className="note block">{said}</span>}
      </>
    ),
  },
];

function Actions({ line, board, isSure }: { line: BankLine; board: ClosingBoard; isSure: boolean }) {
  const labelEnd = `${messages.payerOf(line.payer)}, ${signedPence(line.open_pence)}`;
  return (
    <>
      <MatchAction line={line} board={board} />
      {line.open_pence > 0 && !isSure && (
        <DialogOpener
          button={(open) => (
            <RowAction labelEnd={labelEnd} onClick={open}>
              Keep as unknown for now
            </RowAction>
          )}
          dialog={(state) => <LeaveDialog {...state} line={line} />}
        />
      )}
    </>
  );
}

/** @param line its `open_pence` is what can be matched. */
export const MatchAction = ({ line, board }: { line: BankLine; board: ClosingBoard }) => (
  <DialogOpener
    button={(open) => (
      <RowAction labelEnd={`${messages.payerOf(line.payer)}, ${signedPence(line.open_pence)}`} onClick={open}>
        Match
      </RowAction>
    )}
    dialog={(state) => <MatchDialog {...state} line={line} board={board} />}
  />
);
