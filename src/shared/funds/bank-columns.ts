import type { ColumnSpec } from "#shared/tables/titles.ts";

export const bankColumnNames = [
  ...(["date", "payer", "reference", "amount", "paid_in", "paid_out"] as const),
  ...(["balance", "id", "currency", "state", "fee", "direction"] as const),
];
export type BankColumn = (typeof bankColumnNames)[number];

/** What says of an unknown bank's file where its header is, and which column is likely which; a person confirms it. */
export const bankColumns: readonly ColumnSpec<BankColumn>[] = [
  {
    name: "date",
    label: "Date",
    titles: [
      ...[
        "date",
        "transaction date",
        "posted transactions date",
        "date completed europe london",
        "date completed utc",
        "completed date",
        "booking date",
      ],
      ...[
        "posting date",
        "posted date",
        "value date",
        "created",
        "date completed",
        "finished on",
        "started date",
        "day",
      ],
    ],
  },
  {
    name: "payer",
    label: "Payer",
    titles: [
      ...["payer name", "counter party", "counterparty", "counterparty name", "payer", "name", "payee", "description"],
      ...[
        "transaction description",
        "details",
        "narrative",
        "memo",
        "merchant",
        "transaction details",
        "particulars",
        "text",
      ],
    ],
  },
  {
    name: "reference",
    label: "Reference",
    titles: ["payment reference", "reference", "references", "notes", "notes and tags", "description", "narrative"],
  },
  {
    name: "amount",
    label: "Amount",
    titles: ["amount", "amount gbp", "amount £", "total amount", "value", "transaction amount", "value gbp"],
  },
  {
    name: "paid_in",
    label: "Paid in",
    titles: ["paid in", "money in", "credit", "credit amount", "credits", "in", "paid in £", "paid in gbp", "deposits"],
  },
  {
    name: "paid_out",
    label: "Paid out",
    titles: [
      "paid out",
      "money out",
      "debit",
      "debit amount",
      "debits",
      "out",
      "paid out £",
      "paid out gbp",
      "withdrawals",
    ],
  },
  {
    name: "balance",
    label: "Balance",
    titles: ["balance", "running balance", "balance gbp", "balance £", "account balance", "closing balance"],
  },
  { name: "id", label: "Number", titles: ["transaction id", "id", "transferwise id", "wise id", "fitid"] },
  {
    name: "currency",
    label: "Currency",
    titles: ["currency", "payment currency", "account currency", "currency code", "ccy", "transaction currency"],
  },
  {
    name: "state",
    label: "State",
    titles: ["state", "status", "transaction state", "transaction status", "payment status", "payment state"],
  },
  { name: "fee", label: "Fee", titles: ["fee", "fees", "fee amount", "total fees", "fee gbp", "charge", "charges"] },
  {
    name: "direction",
    label: "Debit or credit",
    titles: [
      ...["debit credit", "credit debit", "dr cr", "cr dr", "d c", "c d", "direction", "debit or credit", "in out"],
      ...[
        "credit or debit",
        "debit credit indicator",
        "credit debit indicator",
        "dr cr indicator",
        "credit debit code",
      ],
    ],
  },
];

export const titlesOfBankColumn = (name: BankColumn): readonly string[] =>
  bankColumns.find((spec) => spec.name === name)?.titles ?? [];
