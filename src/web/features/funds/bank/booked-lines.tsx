import type { BankLine, ClosingBoard } from "#shared/funds/funds.ts";
import { bankPartMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { outgoingStateLabels } from "#shared/funds/funds-messages.ts";
import { paths } from "#shared/paths.ts";
import { formatPence } from "#shared/pence.ts";
import { shortDate } from "#web/lib/format.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { ReasonButton } from "#web/lib/reason-button.tsx";
import { useList } from "#web/lib/use-list.ts";
import { InlineLink } from "#web/ui/link.tsx";
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
  const { id, payer, matches, other_deal } = line;
  if (other_deal)
    return <InlineLink to={paths.deal(other_deal.deal_id)}>Of {other_deal.company_name}, not of this deal</InlineLink>;
  return (
    <ul className="grid">
      {matches.map((match) => {
        const amount = formatPence(Math.abs(match.amount_pence));
        const returnable = formatPence(match.returnable_pence);
        const whom = match.full_name ?? messages.kinds[match.kind];
        return (
          <li key={match.id} className="flex flex-wrap items-center gap-x-3">
            <span className={match.is_reversed ? "muted" : undefined}>
              {whom}
              {matches.length > 1 && `, ${amount}`}
              {match.is_reversed && ", taken back"}
            </span>
            {match.reason && <span className="note">{match.reason}</span>}
            {match.returns.map((back) => (
              <span key={back.id} className="note">
                {backWords(back, match.amount_pence)}
              </span>
            ))}
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
            {match.can.send_back && (
              <ReasonButton
                label="Send back"
                labelEnd={`${payer}, ${returnable}`}
                isRow
                invalidates={dealMoneyKeys}
                to={`/deals/${dealId}/returns`}
                body={{ bank_line_id: id }}
                kind="amount"
                amount={returnable}
                words={{
                  title: `Send ${returnable} back to ${payer}`,
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

type Back = BankLine["matches"][number]["returns"][number];

/** "Sent back on 7 Dec 2026"; with its amount where it was a part. */
function backWords({ amount_pence, state, paid_on }: Back, whole: number): string {
  const part = amount_pence === whole ? "" : `${formatPence(amount_pence)}, `;
  return `${part}${paid_on ? `Sent back on ${shortDate(paid_on)}` : `To be sent back. ${outgoingStateLabels[state]}`}`;
}
