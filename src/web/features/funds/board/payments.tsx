import { costDifferenceWords } from "#shared/funds/cost-difference.ts";
import type { ClosingBoard, OutgoingPayment } from "#shared/funds/funds.ts";
import { boardPartMessages, paymentMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { type OutgoingState, outgoingKindLabels, outgoingStateLabels } from "#shared/funds/funds-messages.ts";
import { formatPence } from "#shared/pence.ts";
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
  const { deal_id, payments, can, to_company_pence, wired_pence } = board;
  const { to_club_pence, borne_pence, fee_paid_pence } = board;
  const difference = costDifferenceWords(board.costs);
  return (
    <section aria-labelledby="payments" className="grid gap-1 outline-none" tabIndex={-1}>
      <div className="view-head">
        <h3 id="payments" className="d4">
          {messages.title}
        </h3>
        <div className="view-tools">
          {can.wire && (
            <Propose
              label={messages.wire}
              title={messages.wireTitle(formatPence(to_company_pence - wired_pence))}
              text={messages.wireText}
              path={`/deals/${deal_id}/wire`}
            />
          )}
          {can.transfer_fee && (
            <Propose
              label={messages.fee}
              title={messages.feeTitle(formatPence(to_club_pence - borne_pence - fee_paid_pence))}
              text={messages.feeText}
              path={`/deals/${deal_id}/fee-transfer`}
            />
          )}
        </div>
      </div>
      <p className="note">{payments.length === 0 ? withoutPayments(board) : messages.text}</p>
      {difference !== null && <p className="note">{difference}</p>}
      {payments.length > 0 && (
        <RecordTable caption={messages.caption} columns={columns} rows={payments} rowKey={({ id }) => id} isDense />
      )}
    </section>
  );
}

/** Money may have been sent before payments were proposed here. */
function withoutPayments({ wired_pence, fee_paid_pence }: ClosingBoard): string {
  const sent = wired_pence + fee_paid_pence;
  return sent > 0 ? messages.onlyInLedger(formatPence(sent)) : messages.none;
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
      words={{ title, text, submit: messages.propose, busy: messages.proposing, done: messages.proposedNow }}
    />
  );
}

const columns: RecordColumn<OutgoingPayment>[] = [
  { header: messages.payee, className: "wrap-anywhere", cell: ({ payee }) => payee },
  { header: messages.kind, className: "wrap-anywhere", cell: ({ kind }) => outgoingKindLabels[kind] },
  {
    header: messages.amount,
    isRight: true,
    className: "num whitespace-nowrap",
    cell: ({ amount_pence }) => formatPence(amount_pence),
  },
  { header: messages.reason, isWideOnly: true, className: "wrap-anywhere", cell: ({ reason }) => reason },
  {
    header: messages.proposed,
    isWideOnly: true,
    className: "num",
    cell: ({ proposed_by_name, proposed_at }) => messages.by(proposed_by_name, shortDate(proposed_at)),
  },
  {
    header: messages.state,
    className: "num",
    cell: ({ state, paid_on, is_listed }) => (
      <Badge tone={tones[state]}>
        {paid_on
          ? messages.paidOn(shortDate(paid_on))
          : is_listed
            ? "In the bank’s list, waits to be confirmed"
            : outgoingStateLabels[state]}
      </Badge>
    ),
  },
  { header: messages.actions, isActions: true, cell: (payment) => <Decisions payment={payment} /> },
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
          label={messages.approve}
          labelEnd={labelEnd}
          busy={messages.approving}
          confirm={{ title: messages.approveTitle(amount, payee), text: messages.approveText, cancel: messages.keep }}
          done={messages.approved}
          failed={failed}
          invalidates={dealMoneyKeys}
        />
      )}
      {can.cancel && (
        <ActionButton
          path={`${path}/cancel`}
          label={messages.cancel}
          labelEnd={labelEnd}
          busy={messages.cancelling}
          confirm={{ title: messages.cancelTitle(amount, payee), text: messages.cancelText, cancel: messages.keepIt }}
          variant="danger"
          done={messages.cancelled}
          failed={failed}
          invalidates={dealMoneyKeys}
        />
      )}
    </>
  );
}
