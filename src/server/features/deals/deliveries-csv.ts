import type { DeliveryFilter } from "#shared/deals/deals.ts";
import type { CsvExport } from "../../platform/http/csv-stream.ts";
import { listDeliveries } from "./open-queries.ts";

type Row = Awaited<ReturnType<typeof listDeliveries>>["items"][number];

/** The register of what was shown, with its filter. */
export const deliveriesCsv = (filter: DeliveryFilter): CsvExport<Row> => ({
  name: "what-was-shown",
  columns: [
    "Shown at (UTC)",
    "Name",
    "Company",
    "Version of the page",
    "How",
    "Statement",
    "Signed on",
    "Valid through",
    "SHA-256 of the page",
    "Id",
  ],
  toRow: (row) => [
    row.delivered_at.toISOString(),
    row.full_name ?? "",
    row.company_name ?? "",
    String(row.version_number),
    row.channel,
    row.statement_id,
    row.signed_on,
    row.valid_through,
    row.page_sha256,
    row.id,
  ],
  list: (tx, page) => listDeliveries(tx, { ...filter, ...page }),
  audit: (effects) =>
    effects.audit("deliveries_exported", null, { deal: filter.deal_id ?? null, person: filter.user_id ?? null }),
});
