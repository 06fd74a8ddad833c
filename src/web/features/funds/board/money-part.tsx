import { adminPaths } from "#shared/admin-paths.ts";
import { costDifferenceWords, differenceWords } from "#shared/funds/difference-words.ts";
import type { ClosingBoard, OutgoingPayment } from "#shared/funds/funds.ts";
import { boardPartMessages, boardPartMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { type OutgoingState, outgoingKindLabels, outgoingStateLabels } from "#shared/funds/funds-messages.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { adminNameFirst } from "#shared/people/person-name.ts";
import { Balance } from "#web/features/acts/balance.tsx";
import { ActionButton } from "#web/lib/action-button.tsx";
import { formatLondonTime, hourAndMinute, shortDate } from "#web/lib/format.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { ReasonButton } from "#web/lib/reason-button.tsx";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { LinkButton } from "#web/ui/link.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PartHead } from "#web/ui/part-head.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { clock } from "../clock.ts";
import { explainLeft } from "../explain-left.ts";
import { signedPence } from "../signed-pence.ts";
import { closingSums, hasCallSums } from "./closing-sums.ts";

/** What has to tie before money moves on: three sums, the balance at the bank, and what leaves. */
export function MoneyPart({ board }: { board: ClosingBoard }) {
  const { deal_id, difference_pence } = board;
  return (
    <section aria-labelledby="money" className="grid gap-5 outline-none" tabIndex={-1}>
      <PartHead id="money" title="Money" above={calledWords(board)} />
      {difference_pence !== 0 && <Mismatch board={board} />}
      {hasMoney(board) ? (
        <>
          {hasCallSums(board) && <CountsBand counts={board.counts} />}
          <Sums board={board} />
          <Balance dealId={deal_id} />
          <Payments board={board} />
        </>
      ) : (
        <p className="note">No money has moved.</p>
      )}
    </section>
  );
}

/** The due time is over once completed or cancelled; in the sample club it was never kept. */
function calledWords({ called_at, due_at, deal_state }: ClosingBoard): string {
  if (due_at && deal_state !== "cancelled") return messages.due(formatLondonTime(due_at));
  if (called_at) return messages.calledOn(formatLondonTime(called_at));
  return deal_state === "cancelled" ? messages.neverCalled : messages.notCalled;
}

function Mismatch({ board }: { board: ClosingBoard }) {
  const { difference_pence: difference, bank_pence, on_account_pence, list_read_at } = board;
  const inBank = bank_pence ?? on_account_pence + difference;
  return (
    <div role="alert">
      <Notice tone="error" title={differenceWords(difference)}>
        {messages.mismatch(
          formatPence(inBank),
          formatPence(on_account_pence),
          formatPence(inBank - difference - on_account_pence),
          list_read_at && hourAndMinute(list_read_at),
        )}
        {difference < 0 && ` ${leftWords(board, -difference)}`}
        <p className="mt-3">
          <LinkButton to={adminPaths.dealPart(board.deal_id, "payments-in-deal")} variant="outline" isSmall>
            {messages.showLines}
          </LinkButton>
        </p>
      </Notice>
    </div>
  );
}

function leftWords(board: ClosingBoard, pence: number): string {
  const { returned_pence: returned } = board;
  const takenBack = returned > 0 ? messages.takenBack(formatPence(returned)) : "";
  if (returned >= pence) return takenBack;
  return [takenBack, otherWords(board, pence - returned)].filter(Boolean).join(" ");
}

function otherWords(board: ClosingBoard, pence: number): string {
  const { as, owed, bearable_pence } = explainLeft(board, pence);
  return messages.explainLeft[as]({
    left: formatPence(pence),
    owed: owed.map(({ to, pence: each }) => messages.owed[to](formatPence(each))),
    bearable: formatPence(bearable_pence),
  });
}

const names = ["called", "paid", "part_paid", "held", "late"] as const;

function CountsBand({ counts }: { counts: ClosingBoard["counts"] }) {
  return (
    <dl className="closing-counts num" aria-label={messages.counts}>
      {names.map((name) => (
        <div key={name} className={counts[name].members === 0 ? "is-nobody" : undefined}>
          <dt className="small order-2">{messages.countLabels[name]}</dt>
          <dd className="order-1">
            <b>{counts[name].members.toLocaleString("en-GB")}</b>
          </dd>
          <dd className="note order-3">{formatPence(counts[name].pence)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Side by side, each with its total, and a sentence whether they agree. */
function Sums({ board }: { board: ClosingBoard }) {
  const { called, bank, goes, agree } = closingSums(board);
  const { shares, price, transactions, ledger_sum_pence, checked_at } = board;
  const toCompany = messages.toCompany(shares.toLocaleString("en-GB"), price && formatPrice(price));
  const { borne_pence: borne } = board;
  const toClub =
    borne < 0 ? messages.paidInByClub(formatPence(-borne)) : messages.toClub(borne === 0 ? null : formatPence(borne));
  const labels = { ...messages, toCompany, toClub };
  const blocks = [
    { title: messages.sumCalled, sum: called, total: messages.total },
    { title: messages.sumBank, sum: bank, total: messages.inAccount },
    { title: messages.sumGoes, sum: goes, total: messages.together },
  ];
  const time = clock().format(new Date(checked_at));
  return (
    <section className="grid gap-4" aria-label={messages.sums}>
      <div className="closing-sums">
        {blocks.map(({ title, sum, total }) => (
          <div key={title}>
            <h3 className="d4">{title}</h3>
            <dl className="num">
              {sum.rows.map(({ name, pence }) => (
                <div key={name} className={pence === 0 ? "is-nothing" : undefined}>
                  <dt>{labels[name]}</dt>
                  <dd>{signedPence(pence)}</dd>
                </div>
              ))}
              <div>
                <dt>{total}</dt>
                <dd>{signedPence(sum.pence)}</dd>
              </div>
            </dl>
          </div>
        ))}
      </div>
      <p className="closing-words small num flex flex-wrap gap-x-5 gap-y-1">
        <Badge tone={agree ? "live" : "refused"} isPlain>
          {agree ? messages.agree(time) : messages.disagree(time)}
        </Badge>
        <span className="muted">{messages.transactions(transactions, signedPence(ledger_sum_pence))}</span>
      </p>
    </section>
  );
}

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
          : "The closing list pays the company and the club. Money that goes back is proposed by one admin and approved by another; an admin’s own is approved by another alone. The bank’s list says that it was done."}
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
    ? `${formatPence(sent)} has left the account. It is booked; no payment was proposed here for it.`
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
  { header: "What for", isPlain: true, className: "wrap-anywhere", cell: ({ kind }) => outgoingKindLabels[kind] },
  {
    header: "Amount",
    isBeside: true,
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
    cell: ({ state, paid_on, returned_on, is_listed, obstacle, ...payment }) => (
      <>
        <Badge tone={tones[state]}>
          {paid_on
            ? `Paid ${shortDate(paid_on)}`
            : is_listed
              ? "In the bank’s list, waits to be booked"
              : returned_on
                ? `Sent back by the bank on ${shortDate(returned_on)}, owed again`
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

/** Whether there are sums and payments to show: money can come before a call, and stay in a deal that is cancelled. */
export const hasMoney = ({
  called_at,
  on_account_pence,
  bank_pence,
  payments,
}: Pick<ClosingBoard, "called_at" | "on_account_pence" | "bank_pence" | "payments">): boolean =>
  called_at !== null || on_account_pence !== 0 || (bank_pence ?? 0) !== 0 || payments.length > 0;
