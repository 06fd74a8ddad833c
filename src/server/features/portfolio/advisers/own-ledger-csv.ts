import {
  type LedgerAccount,
  type LedgerKind,
  ledgerAccountLabels,
  ledgerKindLabels,
} from "#shared/funds/funds-messages.ts";
import { plainPounds } from "#shared/pence.ts";
import type { CsvFile } from "../../../platform/http/csv-stream.ts";

/** On an account of the member's own, in the ledger of one of their deals. */
export interface OwnLedgerEntry {
  booked_on: string;
  company_name: string;
  deal_name: string;
  kind: LedgerKind;
  account: LedgerAccount;
  amount_pence: number;
}

/** Of one member alone: no entry of another, and no sum of several. */
export const ownLedgerCsv = (entries: readonly OwnLedgerEntry[]): CsvFile => ({
  name: "own-ledger-entries",
  columns: ["Date", "Company", "Round", "What happened", "Account", "Name of the account", "Amount (GBP)"],
  rows: entries.map(({ booked_on, company_name, deal_name, kind, account, amount_pence }) => [
    ...[booked_on, company_name, deal_name, ledgerKindLabels[kind], account, ledgerAccountLabels[account]],
    plainPounds(amount_pence),
  ]),
});
