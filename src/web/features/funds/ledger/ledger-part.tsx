import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ClosingBoard, LedgerList, LedgerTransaction } from "#shared/funds/funds.ts";
import { closingMessages, ledgerPartMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { type LedgerOrder, ledgerAccountLabels } from "#shared/funds/funds-messages.ts";
import { formatPence } from "#shared/pence.ts";
import type { DialogState } from "#web/lib/action-dialog.tsx";
import { DownloadButton } from "#web/lib/download-button.tsx";
import { shortDate } from "#web/lib/format.ts";
import { listOptions, useList } from "#web/lib/use-list.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { Download } from "#web/ui/icons.generated.ts";
import { ListView } from "#web/ui/list/list-view.tsx";
import { PartHead } from "#web/ui/part-head.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { signedPence } from "../signed-pence.ts";
import { LedgerOrderChoice } from "./ledger-order-choice.tsx";

/** Every penny that moved, in plain words. */
export function LedgerPart({ board: { deal_id, company_name } }: { board: ClosingBoard }) {
  const path = `/deals/${deal_id}/ledger`;
  const [order, setOrder] = useState<LedgerOrder>("booking");
  const request = { path, parameters: { order }, failureMessage: messages.fetchFailed };
  const list = useList<LedgerTransaction>(request);
  const { data: sums } = useInfiniteQuery({
    ...listOptions<LedgerTransaction>(request),
    select: ({ pages }) => pages.at(-1) as LedgerList | undefined,
  });
  return (
    <section aria-labelledby="ledger" className="grid gap-4">
      <PartHead id="ledger" title={messages.title} above={company_name}>
        <DownloadButton path={`${path}.csv`} busy={messages.exporting} failed={messages.exportFailed}>
          <Download />
          {messages.export}
        </DownloadButton>
      </PartHead>
      <p className="small num">
        {sums && (
          <b className="mr-3 font-semibold">
            {messages.totals(sums.transactions, signedPence(sums.sum_pence), signedPence(sums.on_account_pence))}
          </b>
        )}
        <span className="muted">{messages.text}</span>
      </p>
      <LedgerOrderChoice order={order} onChange={setOrder} />
      <ListView
        list={list}
        noun="transactions"
        loading={messages.loading}
        empty={<p className="note">{messages.empty}</p>}
      >
        {(transactions) => (
          <RecordTable
            caption={messages.caption}
            columns={columnsIn(order)}
            rows={transactions}
            rowKey={({ id }) => id}
            isDense
          />
        )}
      </ListView>
    </section>
  );
}

const money = "num whitespace-nowrap";
/** An empty cell is easier to read in a column than £0.00. */
const moved = (pence: number): string => (pence === 0 ? "" : formatPence(pence));

const columnsIn = (order: LedgerOrder): RecordColumn<LedgerTransaction>[] => [
  {
    ...{ header: messages.date, className: money },
    cell: ({ booked_on, bank_on }) => shortDate(order === "bank" ? bank_on : booked_on),
  },
  { header: messages.number, isWideOnly: true, className: "num", cell: ({ number }) => number },
  { header: messages.what, className: "wrap-anywhere", cell: ({ text }) => text },
  { header: messages.in, isRight: true, className: money, cell: ({ in_pence }) => moved(in_pence) },
  { header: messages.out, isRight: true, className: money, cell: ({ out_pence }) => moved(out_pence) },
  {
    header: messages.balance,
    isRight: true,
    className: money,
    cell: ({ balance_pence }) => signedPence(balance_pence),
  },
  {
    header: messages.actions,
    isActions: true,
    cell: (transaction) => (
      <DialogOpener
        button={(open) => (
          <RowAction labelEnd={transaction.text} onClick={open}>
            {messages.entries}
          </RowAction>
        )}
        dialog={(state) => <Entries {...state} transaction={transaction} />}
      />
    ),
  },
];

function Entries({ isOpen, onClose, transaction }: DialogState & { transaction: LedgerTransaction }) {
  const { number, text, entries } = transaction;
  const rows = entries.map((entry, index) => ({ ...entry, key: `${index}` }));
  const sum = entries.reduce((total, { amount_pence }) => total + amount_pence, 0);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={messages.entriesTitle(number, text)}
      actions={
        <Button variant="outline" onClick={() => onClose()}>
          {closingMessages.close}
        </Button>
      }
    >
      <div className="mt-4 max-h-[60dvh] overflow-auto">
        <RecordTable
          caption={messages.entriesTitle(number, text)}
          columns={[
            {
              header: messages.account,
              total: messages.sum,
              cell: ({ account, member }) => `${account} ${messages.memberOf(ledgerAccountLabels[account], member)}`,
            },
            {
              header: messages.amount,
              isRight: true,
              className: money,
              total: signedPence(sum),
              cell: ({ amount_pence }) => signedPence(amount_pence),
            },
          ]}
          rows={rows}
          rowKey={({ key }) => key}
          isDense
        />
      </div>
    </Dialog>
  );
}
