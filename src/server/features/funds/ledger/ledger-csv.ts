import type { Kysely } from "kysely";
import { ledgerAccountLabels } from "#shared/funds/funds-messages.ts";
import { plainPounds } from "#shared/pence.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { CsvExport } from "../../../platform/http/csv-stream.ts";
import type { LedgerEntry } from "./describe-transaction.ts";
import { listTransactions } from "./ledger-queries.ts";

type Transaction = Awaited<ReturnType<typeof listTransactions>>["items"][number];
type Row = Omit<Transaction, "entries" | "member"> & LedgerEntry;

/** A row for each entry: together they are zero. */
export const ledgerCsv = (isAdmin: boolean, dealId: string): CsvExport<Row> => ({
  name: "ledger",
  columns: ["Number", "Date", "What happened", "Account", "Name of the account", "Member", "Amount (GBP)"],
  toRow: (row) => [
    String(row.number),
    row.booked_on,
    row.text,
    row.account,
    ledgerAccountLabels[row.account],
    row.member === null ? "" : String(row.member),
    plainPounds(row.amount_pence),
  ],
  list: (tx, page) => listEntries(tx, isAdmin, dealId, page),
  audit: (effects) => effects.audit("ledger_exported", dealId),
});

async function listEntries(db: Kysely<DB>, isAdmin: boolean, dealId: string, page: { limit: number; cursor?: string }) {
  const { items, next_cursor } = await listTransactions(db, isAdmin, dealId, page);
  const rows = items.flatMap(({ entries, ...transaction }) => entries.map((entry) => ({ ...transaction, ...entry })));
  return { items: rows, next_cursor };
}
