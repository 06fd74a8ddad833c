import { differenceWords } from "#shared/funds/difference-words.ts";
import type { ClosingBoard } from "#shared/funds/funds.ts";
import { boardPartMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { paths } from "#shared/paths.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { Balance } from "#web/features/acts/balance.tsx";
import { formatLondonTime, hourAndMinute } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { LinkButton } from "#web/ui/link.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PartHead } from "#web/ui/part-head.tsx";
import { clock } from "../clock.ts";
import { explainLeft } from "../explain-left.ts";
import { hasMoney } from "../has-money.ts";
import { signedPence } from "../signed-pence.ts";
import { closingSums, hasCallSums } from "./closing-sums.ts";
import { Payments } from "./payments.tsx";

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

/** Once completed or cancelled the due time is over; in the sample club it was never kept. */
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
          <LinkButton to={`${paths.dealClosing(board.deal_id)}#record`} variant="outline" isSmall>
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
  const toClub = messages.toClub(board.borne_pence === 0 ? null : formatPence(board.borne_pence));
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
