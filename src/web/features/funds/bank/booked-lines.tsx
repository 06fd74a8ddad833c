import type { BankLine, ClosingBoard } from "#shared/funds/funds.ts";
import { bankPartMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { ReasonButton } from "#web/lib/reason-button.tsx";
import { useList } from "#web/lib/use-list.ts";
import { ListView } from "#web/ui/list/list-view.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { bankDay } from "../bank-day.ts";
import { signedPence } from "../signed-pence.ts";

/** Newest first, with what was taken back. */
export function BookedLines({ board: { deal_id } }: { board: ClosingBoard }) {
  const list = useList<BankLine>({
    path: `/deals/${deal_id}/bank-lines`,
    parameters: { show: "booked" },
    failureMessage: messages.fetchFailed,
  });
  const booked: RecordColumn<BankLine> = {
    header: "Booked as",
    className: "num wrap-anywhere",
    cell: (line) => <Matches line={line} dealId={deal_id} />,
  };
  return (
    <ListView
      list={list}
      noun="lines"
      loading={messages.loading}
      empty={<p className="note">No line is booked yet.</p>}
    >
      {(lines) => (
        <RecordTable
          caption={messages.showBooked}
          columns={[...columns, booked]}
          rows={lines}
          rowKey={({ id }) => id}
          isDense
        />
      )}
    </ListView>
  );
}

const money = "num whitespace-nowrap";
const columns: RecordColumn<BankLine>[] = [
  { header: messages.date, className: money, cell: ({ booked_on }) => bankDay(booked_on) },
  { header: messages.payer, className: "wrap-anywhere", cell: ({ payer }) => payer },
  {
    header: messages.reference,
    isWideOnly: true,
    className: "wrap-anywhere",
    cell: ({ reference }) => <span className="code">{reference}</span>,
  },
  {
    header: messages.amount,
    isRight: true,
    className: money,
    cell: ({ amount_pence }) => signedPence(amount_pence),
  },
];

function Matches({ line, dealId }: { line: BankLine; dealId: string }) {
  const { id, payer, matches } = line;
  return (
    <ul className="grid">
      {matches.map((match) => {
        const amount = formatPence(Math.abs(match.amount_pence));
        const whom = match.full_name ?? messages.kinds[match.kind];
        return (
          <li key={match.id} className="flex flex-wrap items-center gap-x-3">
            <span className={match.is_reversed ? "muted" : undefined}>
              {whom}
              {matches.length > 1 && `, ${amount}`}
              {match.is_reversed && ", taken back"}
            </span>
            {match.reason && <span className="note">{match.reason}</span>}
            {match.can.unmatch && (
              <ReasonButton
                label="Unmatch"
                labelEnd={`${whom}, ${amount}`}
                isRow
                invalidates={dealMoneyKeys}
                to={`/bank-lines/${id}/unmatch`}
                body={{ match_id: match.id }}
                words={{
                  title: `Take back the booking of ${amount}`,
                  text: "It is reversed in the ledger, and the line waits again. Both stay readable.",
                  submit: "Take it back",
                  busy: messages.matching,
                  done: "Booking taken back",
                }}
              />
            )}
            {!match.is_reversed && match.kind === "unidentified" && (
              <ReasonButton
                label="Send back"
                labelEnd={`${payer}, ${amount}`}
                isRow
                invalidates={dealMoneyKeys}
                to={`/deals/${dealId}/returns`}
                body={{ bank_line_id: id }}
                kind="amount"
                amount={amount}
                words={{
                  title: `Send ${amount} back to ${payer}`,
                  text: "Another admin approves it.",
                  submit: "Propose",
                  busy: messages.matching,
                  done: "Payment back proposed",
                }}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
