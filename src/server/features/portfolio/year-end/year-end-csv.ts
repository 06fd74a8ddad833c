import { formatTaxYear } from "#shared/tax-dates.ts";
import { yearEndMessages as messages, reliefKindLabels } from "#shared/year-end-messages.ts";
import type { YearEndPack } from "#shared/year-end-pack.ts";
import type { CsvFile } from "../../../platform/http/csv-stream.ts";

const columns = [
  ...["What", "Day", "Company", "Round", "Lot", "Scheme", "Shares", "Cost (GBP)", "Fee (GBP)", "Gross (GBP)"],
  ...["Costs (GBP)", "Amount (GBP)", "Relief kept (GBP)", "Loss (GBP)", "Certificate on", "Claim until"],
] as const;
type Column = (typeof columns)[number];
type Row = Partial<Record<Column, string | number | null>>;

/** Everything of the pack but its totals, a row each. Amounts are in pounds. */
export function yearEndCsv(pack: YearEndPack): CsvFile {
  const rows: Row[] = [
    ...pack.paid.map((row) => ({ What: "Paid", Day: row.day, ...ofLot(row), "Amount (GBP)": pounds(row.pence) })),
    ...pack.bought.map((row) => ({
      ...{ What: "Bought", Day: row.issued_on, ...ofLot(row), Scheme: row.scheme, Shares: row.shares },
      ...{ "Cost (GBP)": pounds(row.cost_pence), "Fee (GBP)": pounds(row.fee_pence) },
      ...{ "Certificate on": row.certificate_on, "Claim until": row.claim_until },
    })),
    ...pack.certificates.map((row) => ({
      ...{ What: "Certificate came", Day: row.certificate_on, ...ofLot(row), Scheme: row.scheme },
      ...{ "Certificate on": row.certificate_on, "Claim until": row.claim_until },
    })),
    ...pack.proceeds.map((row) => ({
      ...{
        What: row.shares > 0 ? "Sold" : messages.proceeds(0, row.is_holdback),
        Day: row.happened_on,
        ...ofLot(row),
        Shares: row.shares,
      },
      ...{ "Cost (GBP)": pounds(row.cost_pence), "Gross (GBP)": pounds(row.gross_pence) },
      ...{ "Costs (GBP)": pounds(row.costs_pence), ...lossCells(row.loss) },
    })),
    ...pack.received.map((row) => ({
      ...{ What: "Received", Day: row.day, ...ofLot(row), "Amount (GBP)": pounds(row.pence) },
    })),
    ...pack.lost.map((row) => ({
      ...{ What: "Lost", Day: row.lost_on, ...ofLot(row), Shares: row.shares, "Cost (GBP)": pounds(row.cost_pence) },
      ...lossCells(row.loss),
    })),
    ...pack.reliefs.map((row) => ({
      ...{ What: `${reliefKindLabels[row.kind]}, recorded by the owner`, Day: row.day, ...ofLot(row) },
      ...{ "Amount (GBP)": pounds(row.pence) },
    })),
    ...pack.limits.flatMap(({ scheme, used_pence, used_before_pence, limit_pence }) => [
      ...[
        { What: messages.usedIn(formatTaxYear(pack.tax_year)), Scheme: scheme, "Amount (GBP)": pounds(used_pence) },
        {
          ...{ What: messages.usedIn(formatTaxYear(pack.tax_year - 1)), Scheme: scheme },
          ...{ "Amount (GBP)": pounds(used_before_pence) },
        },
        { What: messages.limitIn(formatTaxYear(pack.tax_year)), Scheme: scheme, "Amount (GBP)": pounds(limit_pence) },
      ],
    ]),
  ];
  return {
    name: `tax-year-${pack.tax_year}-${String((pack.tax_year + 1) % 100).padStart(2, "0")}`,
    columns: [...columns],
    rows: rows.map((row) => columns.map((column) => String(row[column] ?? ""))),
  };
}

const ofLot = ({ name, deal_name, lot_id }: Pick<YearEndPack["paid"][number], "name" | "deal_name" | "lot_id">) => ({
  ...{ Company: name, Round: deal_name, Lot: lot_id },
});

const lossCells = (loss: YearEndPack["proceeds"][number]["loss"]): Row =>
  loss
    ? {
        ...{ "Relief kept (GBP)": pounds(loss.relief_kept_pence), "Loss (GBP)": pounds(loss.allowable_pence) },
        "Claim until": loss.claim_until,
      }
    : {};

const pounds = (pence: number): string => (pence / 100).toFixed(2);
