import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ClosingBoard, LedgerList, LedgerTransaction } from "#shared/funds/funds.ts";
import { ledgerPartMessages as messages } from "#shared/funds/funds-desk-messages.ts";
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
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { signedPence } from "../signed-pence.ts";
import { LedgerOrderChoice } from "./ledger-order-choice.tsx";

/** Every penny that moved, in plain words. */
export function LedgerPart({ board: { deal_id } }: { board: ClosingBoard }) {
  const path = `/deals/${deal_id}/ledger`;
  const [order, setOrder] = useState<LedgerOrder>("booking");
  const request = { path, parameters: { order } };
  const list = useList<LedgerTransaction>(request);
  const { data: sums } = useInfiniteQuery({
    ...listOptions<LedgerTransaction>(request),
    select: ({ pages }) => pages.at(-1) as LedgerList | undefined,
  });
  return (
    <section aria-labelledby="ledger" className="grid gap-4">
      <div className="view-head">
        <h3 id="ledger" className="d4">
          Payments in this deal
        </h3>
        <DownloadButton path={`${path}.csv`} busy="Exporting..." failed="The payments could not be exported">
          <Download />
          Export CSV
        </DownloadButton>
      </div>
      <p className="small num">
        {sums && (
          <b className="mr-3 font-semibold">
            {messages.totals(sums.transactions, signedPence(sums.sum_pence), signedPence(sums.on_account_pence))}
          </b>
        )}
        <span className="muted">
          Nothing in it is changed or deleted: a mistake is reversed by a transaction of its own. Every transaction sums
          to £0.00.
        </span>
      </p>
      <LedgerOrderChoice order={order} onChange={setOrder} />
      <ListView
        list={list}
        noun="transactions"
        loading="Loading the payments"
        empty={<p className="note">Nothing is booked yet. The first transaction is the funds call.</p>}
      >
        {(transactions) => (
          <RecordTable
            caption="Transactions, oldest first"
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
    header: "Date",
    className: money,
    cell: ({ booked_on, bank_on }) => shortDate(order === "bank" ? bank_on : booked_on),
  },
  { header: "No.", isWideOnly: true, className: "num", cell: ({ number }) => number },
  { header: "What", isPlain: true, className: "wrap-anywhere", cell: ({ text }) => text },
  { header: "In", isRight: true, className: money, cell: ({ in_pence }) => moved(in_pence) },
  { header: "Out", isRight: true, className: money, cell: ({ out_pence }) => moved(out_pence) },
  {
    header: "On account",
    isBeside: true,
    isRight: true,
    className: money,
    cell: ({ balance_pence }) => signedPence(balance_pence),
  },
  {
    header: "Actions",
    isActions: true,
    cell: (transaction) => (
      <DialogOpener
        button={(open) => (
          <RowAction labelEnd={transaction.text} onClick={open}>
            Entries
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
          Close
        </Button>
      }
    >
      <div className="mt-4 max-h-[60dvh] overflow-auto">
        <RecordTable
          caption={messages.entriesTitle(number, text)}
          columns={[
            {
              header: "Account",
              total: "Sum",
              cell: ({ account, member }) => `${account} ${messages.memberOf(ledgerAccountLabels[account], member)}`,
            },
            {
              header: "Debit or credit",
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
