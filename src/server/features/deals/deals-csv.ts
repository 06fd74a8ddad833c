import { dealSchemeLabels, dealStateLabels } from "#shared/deals/deal-messages.ts";
import type { DealFilterQuery } from "#shared/deals/deals.ts";
import { londonDate } from "#shared/london-time.ts";
import { plainPounds } from "#shared/pence.ts";
import type { CsvExport } from "../../platform/http/csv-stream.ts";
import { listDeals } from "./deal-queries.ts";

type Row = Awaited<ReturnType<typeof listDeals>>["items"][number];

/** The pipeline as it is filtered. @param today London date. */
export const dealsCsv = (filter: DealFilterQuery, today: string): CsvExport<Row> => ({
  name: "deals",
  columns: [
    "Company",
    "What it does",
    "Round",
    "Stage",
    "Scheme",
    "Whole round (GBP)",
    "Who",
    "In stage since",
    "Enquired on",
    "Reply due",
    "Parked until",
    "Next",
    "Id",
  ],
  toRow: (row) => [
    row.company_name,
    row.one_line ?? "",
    row.name,
    dealStateLabels[row.state],
    row.scheme ? dealSchemeLabels[row.scheme] : "",
    row.round_total_pence === null ? "" : plainPounds(row.round_total_pence),
    row.owner_name ?? "",
    londonDate(row.state_since),
    row.enquired_on,
    row.state === "enquiry" ? row.reply_due_on : "",
    row.parked_until ?? "",
    row.next_step ?? "",
    row.id,
  ],
  list: (tx, page) => listDeals(tx, { ...filter, ...page }, today),
  audit: (effects) => effects.audit("deals_exported", null, { state: filter.state ?? null, words: filter.q ?? null }),
});
