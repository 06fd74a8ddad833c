import { titlesOfBankColumn } from "#shared/funds/bank-columns.ts";
import type { BankFormat } from "#shared/funds/bank-files-messages.ts";
import type { BankMapping } from "#shared/funds/funds.ts";
import { readDay } from "#shared/tables/read-day.ts";
import type { Table } from "#shared/tables/read-table.ts";
import { isTitleOf, plainTitle } from "#shared/tables/titles.ts";
import { readAmount } from "./read-values.ts";

/** Several names of a column: the first of them that is filled counts. */
export interface BankColumns {
  format: BankFormat;
  date: string[];
  payer: string[];
  reference: string[];
  amount: string[] | { paidIn: string; paidOut: string };
  balance?: string | null;
  id?: string | null;
  /** Every line of these is in pounds, or empty. */
  currencies: string[];
  /** Of its sort code, where there is one, and of its number. */
  account?: string[];
  /** Says which payments happened. */
  state?: string | undefined;
  /** Comes off the amount; of a column that nobody named, the balances say whether it does. */
  fee?: { column: string; isSure: boolean } | undefined;
  /** Says of amounts without a sign which are debits. */
  direction?: string | undefined;
  dateOrder: BankMapping["date_order"];
}

interface KnownBank extends Omit<BankColumns, "currencies"> {
  currency?: string;
  /** A file is this bank's if it has all of these columns; others may be left out. */
  header: string[];
}

/** Where the bank has one text for both, it is the payer's column. */
const knownBanks: KnownBank[] = [
  {
    format: "starling",
    header: ["Date", "Counter Party", "Reference", "Type", "Amount (GBP)", "Balance (GBP)"],
    date: ["Date"],
    payer: ["Counter Party"],
    reference: ["Reference"],
    amount: ["Amount (GBP)"],
    balance: "Balance (GBP)",
    dateOrder: "day_first",
  },
  {
    format: "lloyds",
    header: [
      ...["Transaction Date", "Transaction Type", "Sort Code", "Account Number", "Transaction Description"],
      ...["Debit Amount", "Credit Amount", "Balance"],
    ],
    date: ["Transaction Date"],
    payer: ["Transaction Description"],
    reference: [],
    amount: { paidIn: "Credit Amount", paidOut: "Debit Amount" },
    balance: "Balance",
    account: ["Sort Code", "Account Number"],
    dateOrder: "day_first",
  },
  {
    format: "barclays",
    header: ["Number", "Date", "Account", "Amount", "Subcategory", "Memo"],
    date: ["Date"],
    payer: ["Memo"],
    reference: [],
    amount: ["Amount"],
    account: ["Account"],
    dateOrder: "day_first",
  },
  {
    format: "natwest",
    header: ["Date", "Type", "Description", "Value", "Balance", "Account Name", "Account Number"],
    date: ["Date"],
    payer: ["Description"],
    reference: [],
    amount: ["Value"],
    balance: "Balance",
    account: ["Account Number"],
    dateOrder: "day_first",
  },
  {
    format: "monzo",
    header: [
      ...["Transaction ID", "Date", "Time", "Type", "Name", "Amount", "Currency"],
      ...["Local amount", "Local currency", "Notes and #tags", "Description"],
    ],
    date: ["Date"],
    payer: ["Name"],
    reference: ["Description", "Notes and #tags"],
    amount: ["Amount"],
    balance: "Balance",
    id: "Transaction ID",
    currency: "Currency",
    dateOrder: "day_first",
  },
  {
    format: "revolut",
    header: [
      ...["Date completed (UTC)", "ID", "Type", "State", "Description", "Reference", "Payer"],
      ...["Payment currency", "Total amount", "Balance", "Account"],
    ],
    date: ["Date completed (Europe/London)", "Date completed (UTC)"],
    payer: ["Sender name", "Beneficiary name", "Description"],
    reference: ["Reference"],
    // "Amount" is before the bank's fee; the balance moves by the total.
    amount: ["Total amount"],
    balance: "Balance",
    id: "ID",
    currency: "Payment currency",
    account: ["Account"],
    state: "State",
    dateOrder: "day_first",
  },
  {
    // Older files of the bank have no total.
    format: "revolut",
    header: [
      ...["Date completed (UTC)", "ID", "Type", "State", "Description", "Reference", "Payer"],
      ...["Payment currency", "Amount", "Fee", "Balance", "Account"],
    ],
    date: ["Date completed (Europe/London)", "Date completed (UTC)"],
    payer: ["Sender name", "Beneficiary name", "Description"],
    reference: ["Reference"],
    amount: ["Amount"],
    fee: { column: "Fee", isSure: true },
    balance: "Balance",
    id: "ID",
    currency: "Payment currency",
    account: ["Account"],
    state: "State",
    dateOrder: "day_first",
  },
  {
    format: "nationwide",
    header: ["Date", "Transaction type", "Description", "Paid out", "Paid in", "Balance"],
    date: ["Date"],
    payer: ["Description"],
    reference: [],
    amount: { paidIn: "Paid in", paidOut: "Paid out" },
    balance: "Balance",
    dateOrder: "day_first",
  },
  {
    // The numbers of payments are not unique.
    format: "wise",
    header: ["TransferWise ID", "Date", "Amount", "Currency", "Payment Reference", "Running Balance", "Payer Name"],
    date: ["Date"],
    payer: ["Payer Name", "Payee Name", "Merchant", "Description"],
    reference: ["Payment Reference"],
    amount: ["Amount"],
    balance: "Running Balance",
    currency: "Currency",
    fee: { column: "Total fees", isSure: false },
    dateOrder: "day_first",
  },
  {
    format: "santander",
    header: ["Date", "Description", "Amount", "Balance"],
    date: ["Date"],
    payer: ["Description"],
    reference: [],
    amount: ["Amount"],
    balance: "Balance",
    dateOrder: "day_first",
  },
];

/** Of a file without titles: a day, a text, an amount and perhaps the balance in each line, as HSBC writes it. */
export function findHeaderless({ titles, hasHeader, rows }: Table): BankColumns | undefined {
  const [date = "", payer = "", amount = "", balance = null] = titles;
  const isMoney = (text: string) => readAmount(text) !== undefined;
  const isLine = ({ cells: [day = "", words = "", sum = "", left] }: Table["rows"][number]) =>
    readDay(day, { order: "day_first" }) !== undefined && !isMoney(words) && isMoney(sum) && isMoney(left ?? "0");
  if (hasHeader || titles.length < 3 || titles.length > 4 || !rows.every(isLine)) return undefined;
  return {
    format: "hsbc",
    date: [date],
    payer: [payer],
    reference: [],
    amount: [amount],
    balance,
    currencies: [],
    dateOrder: "day_first",
  };
}

/** The saved mapping if the file has its columns, else the bank whose columns it has. */
export function findFormat(titles: readonly string[], mapping?: BankMapping): BankColumns | undefined {
  const places = columnPlaces(titles);
  const has = (names: readonly string[]) => names.every((name) => places.has(plainTitle(name)));
  if (mapping && has(namesOf(mapping))) return toColumns(mapping, titles);
  const bank = knownBanks.find(({ header }) => has(header));
  if (!bank) return undefined;
  // A column that a bank has added to its file counts as in a file of columns that somebody named.
  const own = columnPlaces(bank.header);
  const added = titles.filter((title) => !own.has(plainTitle(title)));
  const fee = bank.fee ?? unsureFee(findTitle(added, "fee"));
  return {
    ...bank,
    currencies: bank.currency ? [bank.currency] : added.filter(isOfPayment),
    state: bank.state ?? findTitle(added, "state"),
    fee,
    direction: bank.direction ?? findTitle(added, "direction"),
  };
}

const unsureFee = (column: string | undefined): BankColumns["fee"] => (column ? { column, isSure: false } : undefined);

export type ColumnPlaces = ReadonlyMap<string, number>;

/** The first of columns with one name. */
export const columnPlaces = (header: readonly string[]): ColumnPlaces =>
  new Map(header.map((title, place): [string, number] => [plainTitle(title), place]).toReversed());

const namesOf = ({ date_order, ...names }: BankMapping): string[] =>
  Object.values(names).filter((name) => name !== null);

/** Currency, state, fee and direction count also where nobody named their columns: a payment in euros or one that was reverted is none, and a debit is not paid in. */
function toColumns({ paid_in, paid_out, ...mapping }: BankMapping, titles: readonly string[]): BankColumns {
  const state = mapping.state ?? findTitle(titles, "state");
  const fee = mapping.fee ?? findTitle(titles, "fee");
  const found = mapping.direction ?? findTitle(titles, "direction");
  // A column "Debit/Credit" may hold the amounts themselves.
  const direction = found === mapping.amount ? undefined : found;
  return {
    format: "mapping",
    date: [mapping.date],
    payer: [mapping.payer],
    reference: mapping.reference === null || mapping.reference === mapping.payer ? [] : [mapping.reference],
    amount: mapping.amount === null ? { paidIn: paid_in ?? "", paidOut: paid_out ?? "" } : [mapping.amount],
    balance: mapping.balance,
    id: mapping.id,
    currencies: mapping.currency === null ? titles.filter(isOfPayment) : [mapping.currency],
    state,
    fee: fee === undefined ? undefined : { column: fee, isSure: mapping.fee !== null },
    direction,
    dateOrder: mapping.date_order,
  };
}

const findTitle = (titles: readonly string[], name: "state" | "fee" | "direction"): string | undefined =>
  titles.find((title) => isTitleOf(title, titlesOfBankColumn(name)));

/** The currency of a fee, of the balance, or of a sum in another country before it was exchanged says nothing of the payment. */
const isOfPayment = (title: string): boolean =>
  /\b(?:currency|ccy)\b/.test(plainTitle(title)) &&
  !/\b(?:fee|balance|local|orig|original|foreign|exchange|merchant)\b/.test(plainTitle(title));
