import { plainPounds } from "#shared/pence.ts";
import { formatTaxYear } from "#shared/portfolio/tax-dates.ts";
import { disposalsOf } from "#shared/portfolio/year-end-disposals.ts";
import { yearEndMessages as messages, reliefWords } from "#shared/portfolio/year-end-messages.ts";
import type { YearEndPack } from "#shared/portfolio/year-end-pack.ts";
import type { CsvFile } from "../../../platform/http/csv-stream.ts";

const columns = [
  ...["What", "Day", "Company", "Round", "Lot", "Scheme", "Shares", "Cost (GBP)", "Fee (GBP)", "Gross (GBP)"],
  ...["Costs (GBP)", "Amount (GBP)", "Relief kept (GBP)", "Gain or loss (GBP)", "Relief to go back (GBP)"],
  ...["Certificate on", "Claim until", "How"],
] as const;
type Column = (typeof columns)[number];
type Row = Partial<Record<Column, string | number | null>>;

/** Everything of the pack but its totals, a row each. Amounts are in pounds. */
export function yearEndCsv(pack: YearEndPack): CsvFile {
  const rows: Row[] = [
    ...pack.paid.map((row) => ({
      What: "Paid",
      Day: row.day,
      ...ofLot(row),
      "Amount (GBP)": plainPounds(row.pence),
      How: messages.tooMuch(row),
    })),
    ...pack.unissued.map(({ name, deal_name, day, ...payment }) => ({
      What: messages.unissued,
      Day: day,
      Company: name,
      Round: deal_name,
      "Amount (GBP)": plainPounds(payment.pence),
      How: messages.tooMuch({ day, ...payment }),
    })),
    ...pack.bought.map((row) => ({
      What: "Bought",
      Day: row.issued_on,
      ...ofLot(row),
      Scheme: row.scheme,
      Shares: row.shares,
      "Cost (GBP)": plainPounds(row.cost_pence),
      "Fee (GBP)": plainPounds(row.fee_pence),
      "Certificate on": row.certificate_on,
      "Claim until": row.claim_until,
    })),
    ...pack.certificates.map((row) => ({
      What: "Certificate came",
      Day: row.certificate_on,
      ...ofLot(row),
      Scheme: row.scheme,
      "Certificate on": row.certificate_on,
      "Claim until": row.claim_until,
    })),
    ...disposalsOf(pack).map((row) => ({
      What: messages.disposal,
      How: row.is_lost ? messages.nothingLeft : messages.sharesSold,
      Day: row.day,
      ...ofLot(row),
      Shares: row.shares,
      "Cost (GBP)": plainPounds(row.cost_pence),
      "Claim until": row.claim_until,
      "Gross (GBP)": plainPounds(row.gross_pence),
      "Costs (GBP)": plainPounds(row.costs_pence),
      ...(row.relief_kept_pence !== null && { "Relief kept (GBP)": plainPounds(row.relief_kept_pence) }),
      ...(row.relief_withdrawn_pence ? { "Relief to go back (GBP)": plainPounds(row.relief_withdrawn_pence) } : {}),
      ...(row.gain_pence === null
        ? { "Relief kept (GBP)": messages.notShown, "Gain or loss (GBP)": messages.notShown }
        : { "Gain or loss (GBP)": plainPounds(row.gain_pence) }),
    })),
    ...pack.proceeds
      .filter(({ shares }) => shares === 0)
      .map((row) => ({
        What: messages.proceeds(0, row.is_holdback),
        Day: row.happened_on,
        ...ofLot(row),
        "Gross (GBP)": plainPounds(row.gross_pence),
        "Costs (GBP)": plainPounds(row.costs_pence),
      })),
    ...pack.received.map((row) => ({
      What: "Received",
      Day: row.day,
      ...ofLot(row),
      "Amount (GBP)": plainPounds(row.pence),
    })),
    ...pack.reliefs.map((row) => ({
      What: `${reliefWords(row)}, recorded by the owner`,
      Day: row.day,
      ...ofLot(row),
      "Amount (GBP)": plainPounds(row.pence),
    })),
    ...pack.limits.flatMap(({ scheme, used_pence, used_before_pence, limit_pence }) => [
      ...[
        {
          What: messages.usedIn(formatTaxYear(pack.tax_year)),
          Scheme: scheme,
          "Amount (GBP)": plainPounds(used_pence),
        },
        {
          What: messages.usedIn(formatTaxYear(pack.tax_year - 1)),
          Scheme: scheme,
          "Amount (GBP)": plainPounds(used_before_pence),
        },
        {
          What: messages.limitIn(formatTaxYear(pack.tax_year)),
          Scheme: scheme,
          "Amount (GBP)": plainPounds(limit_pence),
        },
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
  Company: name,
  Round: deal_name,
  Lot: lot_id,
});
