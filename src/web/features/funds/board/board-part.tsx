import { commitmentStateLabels } from "#shared/commitments/commitment-messages.ts";
import { completedStates, dealStateLabels } from "#shared/deals/deal-messages.ts";
import type { ClosingBoard } from "#shared/funds/funds.ts";
import { closingMessages, boardPartMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { formatLondonTime, hourAndMinute } from "#web/lib/format.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { ReasonDialog } from "#web/lib/reason-dialog.tsx";
import { useSearchState } from "#web/lib/search-state.ts";
import { useClub } from "#web/lib/use-club.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { LinkButton } from "#web/ui/link.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PartHead } from "#web/ui/part-head.tsx";
import { clock } from "../clock.ts";
import { closingSearch } from "../closing-search.ts";
import { BeforeCompletion } from "../completion/before-completion.tsx";
import { explainLeft } from "../explain-left.ts";
import { hasMoney } from "../has-money.ts";
import { signedPence } from "../signed-pence.ts";
import { closingSums, hasCallSums } from "./closing-sums.ts";
import { MemberTable } from "./member-table.tsx";
import { isCallTime } from "./member-words.ts";
import { Payments } from "./payments.tsx";

/** What has to tie before money moves on, and who needs somebody. */
export function BoardPart({ board }: { board: ClosingBoard }) {
  const { linkTo } = useSearchState(closingSearch);
  const { deal_id, deal_state, difference_pence, can } = board;
  const to = (part: "bank" | "ledger" | "completion") => linkTo({ deal: deal_id, part });
  return (
    <section aria-labelledby="board" className="grid gap-5 outline-none" tabIndex={-1}>
      <PartHead
        id="board"
        title={messages.title(board.company_name)}
        above={
          <>
            <State board={board} />
            {calledWords(board)}
          </>
        }
      >
        <LinkButton to={to("bank")} variant="outline" isSmall>
          {closingMessages.bank}
        </LinkButton>
        <LinkButton to={to("ledger")} variant="outline" isSmall>
          {closingMessages.ledger}
        </LinkButton>
        {can.nudge && <Nudge board={board} />}
        {can.call && <CallFunds board={board} />}
      </PartHead>
      {difference_pence !== 0 && <Mismatch board={board} ledger={to("ledger")} />}
      {hasMoney(board) && (
        <>
          {hasCallSums(board) && <CountsBand counts={board.counts} />}
          <Sums board={board} />
        </>
      )}
      <MemberTable board={board} />
      {deal_state === "closing" && <BeforeCompletion dealId={deal_id} to={to("completion")} />}
      {hasMoney(board) && <Payments board={board} />}
    </section>
  );
}

/** Once completed or cancelled the due time is over; in the sample club it was never kept. */
function calledWords({ called_at, due_at, deal_state }: ClosingBoard): string {
  if (due_at && deal_state !== "cancelled") return messages.due(formatLondonTime(due_at));
  if (called_at) return messages.calledOn(formatLondonTime(called_at));
  return deal_state === "cancelled" ? messages.neverCalled : messages.notCalled;
}

function State({ board: { deal_state, called_at } }: { board: ClosingBoard }) {
  if (completedStates.includes(deal_state)) return <Badge tone="live">{dealStateLabels[deal_state]}</Badge>;
  if (deal_state === "cancelled") return <Badge tone="over">{dealStateLabels.cancelled}</Badge>;
  return <Badge tone="waiting">{called_at ? commitmentStateLabels.called : dealStateLabels[deal_state]}</Badge>;
}

function Mismatch({ board, ledger }: { board: ClosingBoard; ledger: string }) {
  const { difference_pence: difference, bank_pence, on_account_pence, list_read_at } = board;
  const amount = formatPence(Math.abs(difference));
  const inBank = bank_pence ?? on_account_pence + difference;
  return (
    <div role="alert">
      <Notice tone="error" title={difference < 0 ? messages.less(amount) : messages.more(amount)}>
        {messages.mismatch(
          formatPence(inBank),
          formatPence(on_account_pence),
          formatPence(inBank - difference - on_account_pence),
          list_read_at && hourAndMinute(list_read_at),
        )}
        {difference < 0 && ` ${leftWords(board, -difference)}`}
        <p className="mt-3">
          <LinkButton to={ledger} variant="outline" isSmall>
            {messages.showLines}
          </LinkButton>
        </p>
      </Notice>
    </div>
  );
}

function leftWords(board: ClosingBoard, pence: number): string {
  const { as, owed, bearable_pence } = explainLeft(board, pence);
  return messages.explainLeft[as]({
    left: formatPence(pence),
    owed: owed.map(({ to, pence: each }) => messages.owed[to](formatPence(each))),
    bearable: formatPence(bearable_pence),
  });
}

function Nudge({ board: { deal_id, nudgeable } }: { board: ClosingBoard }) {
  return (
    <ActionButton<{ members: number }>
      path={`/deals/${deal_id}/nudge`}
      label={messages.nudge(nudgeable)}
      busy={messages.nudging}
      variant="outline"
      done={({ members }) => messages.nudged(members)}
      failed={messages.actionFailed}
      invalidates={dealMoneyKeys}
    />
  );
}

function CallFunds({ board: { deal_id, to_call } }: { board: ClosingBoard }) {
  const { funds_window_hours } = useClub().deals;
  return (
    <DialogOpener
      button={(open) => (
        <Button isSmall onClick={open}>
          {messages.call}
        </Button>
      )}
      dialog={(state) => {
        const isInHours = isCallTime(new Date());
        return (
          <ReasonDialog
            {...state}
            invalidates={dealMoneyKeys}
            to={`/deals/${deal_id}/funds-call`}
            kind={isInHours ? "optional" : "reason"}
            {...(isInHours ? {} : { hint: messages.callOutside })}
            words={{
              title: messages.callTitle,
              text: `${messages.callSums(to_call.members, formatPence(to_call.pence))} ${messages.callText(funds_window_hours)}`,
              submit: messages.callNow,
              busy: messages.calling,
              done: messages.called,
            }}
          />
        );
      }}
    />
  );
}

const names = ["called", "paid", "part_paid", "held", "late"] as const;

function CountsBand({ counts }: { counts: ClosingBoard["counts"] }) {
  return (
    <dl className="closing-counts num" aria-label={messages.counts}>
      {names.map((name) => (
        <div key={name} className="flex flex-col">
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
  const labels = { ...messages, toCompany };
  const blocks = [
    { title: messages.sumCalled, sum: called, total: messages.total },
    { title: messages.sumBank, sum: bank, total: messages.inAccount },
    { title: messages.sumGoes, sum: goes, total: messages.total },
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
                <div key={name}>
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
