import { costDifferenceWords } from "#shared/funds/cost-difference.ts";
import type { ClosingBoard, OutgoingPayment } from "#shared/funds/funds.ts";
import { boardPartMessages } from "#shared/funds/funds-desk-messages.ts";
import { type OutgoingState, outgoingKindLabels, outgoingStateLabels } from "#shared/funds/funds-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { adminNameFirst } from "#shared/people/person-name.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { shortDate } from "#web/lib/format.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { ReasonButton } from "#web/lib/reason-button.tsx";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";

const tones: Record<OutgoingState, BadgeTone> = {
  proposed: "waiting",
  approved: "waiting",
  paid: "live",
  cancelled: "over",
};

/** Refunds, payments back, the company's money and the club's fees. */
export function Payments({ board }: { board: ClosingBoard }) {
  const { deal_id, payments, can } = board;
  const { to_club_pence, borne_pence, fee_paid_pence } = board;
  const difference = costDifferenceWords(board.costs);
  return (
    <section aria-labelledby="payments" className="grid gap-1 outline-none" tabIndex={-1}>
      <div className="view-head">
        <h3 id="payments" className="d4">
          Money that leaves the account
        </h3>
        <div className="view-tools">
          {can.transfer_fee && (
            <Propose
              label="Transfer the fees..."
              title={`Transfer ${formatPence(to_club_pence - borne_pence - fee_paid_pence)} of fees to the club`}
              text="Another admin approves it."
              path={`/deals/${deal_id}/fee-transfer`}
            />
          )}
        </div>
      </div>
      <p className="note">
        {payments.length === 0
          ? withoutPayments(board)
          : "The closing list pays the company and the club. Money that goes back is proposed by one admin and approved by another. The bank’s list says that it was done."}
      </p>
      {difference !== null && <p className="note">{difference}</p>}
      {payments.length > 0 && (
        <RecordTable
          caption="Payments out of the account"
          columns={columns}
          rows={payments}
          rowKey={({ id }) => id}
          isDense
        />
      )}
    </section>
  );
}

/** Money may have been sent before payments were proposed here. */
function withoutPayments({ wired_pence, fee_paid_pence }: ClosingBoard): string {
  const sent = wired_pence + fee_paid_pence;
  return sent > 0
    ? `${formatPence(sent)} has left the account. The ledger has it; no payment was proposed here for it.`
    : "No payment is proposed here.";
}

interface ProposeProps {
  label: string;
  title: string;
  text: string;
  path: string;
}

function Propose({ label, title, text, path }: ProposeProps) {
  return (
    <ReasonButton
      label={label}
      look="secondary"
      invalidates={dealMoneyKeys}
      to={path}
      words={{ title, text, submit: "Propose", busy: "Proposing...", done: "Payment proposed" }}
    />
  );
}

const columns: RecordColumn<OutgoingPayment>[] = [
  { header: "To", className: "wrap-anywhere", cell: ({ payee }) => payee },
  { header: "What for", className: "wrap-anywhere", cell: ({ kind }) => outgoingKindLabels[kind] },
  {
    header: "Amount",
    isRight: true,
    className: "num whitespace-nowrap",
    cell: ({ amount_pence }) => formatPence(amount_pence),
  },
  { header: "Reason", isWideOnly: true, className: "wrap-anywhere", cell: ({ reason }) => reason },
  {
    header: "Proposed",
    isWideOnly: true,
    className: "num",
    cell: ({ kind, proposed_by_name, asked_by_name, proposed_at }) => {
      if (asked_by_name) return `Asked for by ${asked_by_name}, ${shortDate(proposed_at)}`;
      const bySoftware =
        kind === "refund" ? "The clock" : kind === "wire" || kind === "fee" ? "The closing list" : null;
      return `${proposed_by_name ?? bySoftware ?? adminNameFirst(null)}, ${shortDate(proposed_at)}`;
    },
  },
  {
    header: "State",
    className: "num",
    cell: ({ state, paid_on, is_listed, obstacle, ...payment }) => (
      <>
        <Badge tone={tones[state]}>
          {paid_on
            ? `Paid ${shortDate(paid_on)}`
            : is_listed
              ? "In the bank’s list, waits to be booked"
              : payment.asked_by_name && state === "proposed"
                ? "Waits to be approved"
                : outgoingStateLabels[state]}
        </Badge>
        {payment.asked_by_name && state !== "cancelled" && (
          <p className="note wrap-anywhere">{boardPartMessages.askedFor(payment)}</p>
        )}
        {obstacle && <p className="note">{obstacle}</p>}
      </>
    ),
  },
  { header: "Actions", isActions: true, cell: (payment) => <Decisions payment={payment} /> },
];

function Decisions({ payment: { id, amount_pence, payee, can } }: { payment: OutgoingPayment }) {
  const failed = boardPartMessages.actionFailed;
  const path = `/outgoing-payments/${id}`;
  const amount = formatPence(amount_pence);
  const labelEnd = `${amount}, ${payee}`;
  return (
    <>
      {can.approve && (
        <ActionButton
          path={`${path}/approve`}
          label="Approve"
          labelEnd={labelEnd}
          busy="Approving..."
          confirm={{
            title: `Approve ${amount} to ${payee}?`,
            text: "It is paid from the partner’s account, and done once the bank’s list has it.",
          }}
          done="Payment approved"
          failed={failed}
          invalidates={dealMoneyKeys}
        />
      )}
      {can.cancel && (
        <ActionButton
          path={`${path}/cancel`}
          label="Cancel"
          labelEnd={labelEnd}
          busy="Cancelling..."
          confirm={{ title: `Cancel ${amount} to ${payee}?`, text: "It can be proposed again.", cancel: "Keep it" }}
          variant="danger"
          done="Payment cancelled"
          failed={failed}
          invalidates={dealMoneyKeys}
        />
      )}
    </>
  );
}
