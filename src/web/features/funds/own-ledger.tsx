import "./own/own-funds.css";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { commitmentCases, factsOfPage } from "#shared/commitments/commitment-cases.ts";
import type { OwnCommitment } from "#shared/commitments/commitments.ts";
import { partDifferenceWords } from "#shared/funds/difference-words.ts";
import type { LedgerTransaction } from "#shared/funds/funds.ts";
import type { LedgerOrder } from "#shared/funds/funds-messages.ts";
import { paymentMessages as messages, paymentMessages } from "#shared/funds/own-funds-messages.ts";
import { paths } from "#shared/paths.ts";
import { formatPence } from "#shared/pence.ts";
import { heldOfIssuedWords } from "#shared/portfolio/held-of-issued.ts";
import { downloadFile, useDownload } from "#web/lib/download-button.tsx";
import { shortDate } from "#web/lib/format.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { InlineLink } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { LedgerOrderChoice } from "./ledger/ledger-order-choice.tsx";
import { ownCallQuery, ownLedgerQuery } from "./own-funds-queries.ts";

/** What moved, without anybody's name but the reader's own. */
export function Ledger({ commitment: { deal_id } }: { commitment: OwnCommitment }) {
  const [order, setOrder] = useState<LedgerOrder>("booking");
  const { data, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...ownLedgerQuery(deal_id, order),
    placeholderData: keepPreviousData,
  });
  const csv = useDownload(
    () => downloadFile("POST", `/deals/${deal_id}/ledger.csv`),
    "The account was not saved as a file",
  );
  if (isPending) return <RowSkeletons label="Loading the deal’s account" count={3} />;
  const [first] = data?.pages ?? [];
  if (!data || !first) return <SectionFailed text="The deal’s account could not be loaded." onRetry={refetch} />;
  const rows = data.pages.flatMap(({ items }) => items);
  if (rows.length === 0) return null;
  return (
    <section className="grid gap-3" aria-labelledby="funds-ledger">
      <h3 className="d4" id="funds-ledger">
        Payments in this deal
      </h3>
      <LedgerOrderChoice order={order} onChange={setOrder} />
      <LedgerTable rows={rows} order={order} ownMember={first.own_member} />
      {hasNextPage && (
        <p>
          <Button
            variant="outline"
            isSmall
            busyLabel={isFetchingNextPage && "Loading…"}
            onClick={() => void fetchNextPage()}
          >
            Show more lines
          </Button>
        </p>
      )}
      <p className="note">
        Every participant can read this; the others appear as Member 1, Member 2 and so on. Every line takes its sum
        from one place and puts it into another, so all places together make {formatPence(first.sum_pence)}.{" "}
        <button type="button" className="inline-link" aria-disabled={csv.isPending} onClick={() => csv.download()}>
          {csv.isPending ? "Exporting…" : "Export CSV"}
        </button>
      </p>
    </section>
  );
}

interface LedgerTableProps {
  rows: readonly LedgerTransaction[];
  order: LedgerOrder;
  ownMember: number | null;
}

function LedgerTable({ rows, order, ownMember }: LedgerTableProps) {
  const columns: RecordColumn<LedgerTransaction>[] = [
    {
      header: "Date",
      className: "whitespace-nowrap num",
      cell: ({ booked_on, bank_on }) => shortDate(order === "bank" ? bank_on : booked_on),
    },
    {
      header: "What happened",
      isPlain: true,
      className: "w-full wrap-anywhere",
      cell: ({ text, member }) => (
        <span className={classNames(ownMember !== null && member === ownMember && "is-own")}>{text}</span>
      ),
    },
    {
      header: "In",
      isRight: true,
      className: "num",
      cell: ({ in_pence }) => in_pence > 0 && formatPence(in_pence),
    },
    {
      header: "Out",
      isRight: true,
      className: "num",
      cell: ({ out_pence }) => out_pence > 0 && formatPence(out_pence),
    },
    {
      header: "On account",
      isBeside: true,
      isRight: true,
      className: "num",
      cell: ({ balance_pence }) => formatPence(balance_pence),
    },
  ];
  return (
    <div className="funds-ledger">
      <RecordTable
        caption="Everything that moved on the deal’s account, oldest first"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
      />
    </div>
  );
}

/** Of a commitment that has ended, or is asked again, after money had come. */
export function RefundDue({ commitment: { id } }: { commitment: OwnCommitment }) {
  const { data: call } = useQuery(ownCallQuery(id));
  if (!call || call.refund_pence === 0) return null;
  return <Notice>{messages.refundDue(formatPence(call.refund_pence))}</Notice>;
}

export function Result({ commitment }: { commitment: OwnCommitment }) {
  const { id, company_id, company_name, shares, cost_pence, fee_pence, terms, issued_on, held_shares } = commitment;
  const { data: call } = useQuery(ownCallQuery(id));
  const difference = partDifferenceWords({ price: terms.price, shares, cost_pence });
  const facts = factsOfPage(commitment, call ?? null, null, serverNow());
  const [asIssued] = commitmentCases.completed.words(facts);
  const isChanged = issued_on !== null && held_shares !== null && held_shares !== shares;
  const [arrived] = commitmentCases[call?.is_late ? "paid_late" : "in_full"].words(facts);
  return (
    <div className="grid justify-items-start gap-1">
      <Badge tone="live">Completed</Badge>
      <h2 className="commit-title">
        {isChanged ? `${heldOfIssuedWords({ shares, held_shares, issued_on }, company_name)}.` : asIssued}
      </h2>
      <p className="muted max-w-(--measure)">
        {held_shares !== 0 && "The nominee holds them for you by name."} {call?.arrived_on && arrived}{" "}
        {call && call.refund_pence > 0 && paymentMessages.surplus(formatPence(call.refund_pence))}
      </p>
      {company_id !== null && (
        <p>
          <InlineLink to={paths.ownCompany(company_id)}>
            {held_shares === 0 ? "What you got for shares of" : "Your shares of"} {company_name}
          </InlineLink>
        </p>
      )}
      {call && (
        <dl className="commit-sums num w-full max-w-(--measure)">
          <div>
            <dt>Cost of the shares</dt>
            <dd>{formatPence(cost_pence)}</dd>
          </div>
          <div>
            <dt>Fee</dt>
            <dd>{formatPence(fee_pence)}</dd>
          </div>
          {call.borne_pence > 0 && (
            <div>
              <dt>Borne by the club</dt>
              <dd>−{formatPence(call.borne_pence)}</dd>
            </div>
          )}
          <div className="is-total">
            <dt>You paid</dt>
            <dd>{formatPence(cost_pence + fee_pence - call.borne_pence)}</dd>
          </div>
        </dl>
      )}
      {difference && <p className="note max-w-(--measure)">{difference}</p>}
    </div>
  );
}
