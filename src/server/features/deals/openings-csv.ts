import type { CsvExport } from "../../platform/http/csv-stream.ts";
import { listOpenings } from "./room-queries.ts";

type Row = Awaited<ReturnType<typeof listOpenings>>["items"][number];

/** Who opened which document of a deal, and which pages of it they were sent. */
export const openingsCsv = (dealId: string): Omit<CsvExport<Row>, "name" | "audit"> => ({
  columns: ["Opened at (UTC)", "Name", "At the desk", "Document", "Version", "Pages", "Downloaded at (UTC)", "Id"],
  toRow: (row) => [
    row.opened_at.toISOString(),
    row.full_name ?? "",
    String(row.is_desk),
    row.title,
    String(row.number),
    row.pages.join(" "),
    row.downloaded_at?.toISOString() ?? "",
    row.id,
  ],
  list: (tx, page) => listOpenings(tx, dealId, page),
});
