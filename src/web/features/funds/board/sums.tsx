import type { ClosingBoard } from "#shared/funds/funds.ts";
import { boardPartMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { formatPrice } from "#shared/pence.ts";
import { Badge } from "#web/ui/badge.tsx";
import { clock } from "../clock.ts";
import { signedPence } from "../signed-pence.ts";
import { closingSums } from "./closing-sums.ts";

/** Side by side, each with its total, and a sentence whether they agree. */
export function Sums({ board }: { board: ClosingBoard }) {
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
