import { bankFileMessages as messages } from "#shared/funds/bank-files-messages.ts";
import type { Table } from "#shared/tables/read-table.ts";
import { invalid } from "./bank-file.ts";

const titles = ["Date", "Description", "Amount", "Balance"];

/** Santander's text file: above the payments days and account, then each payment as four lines of a title and its value. */
export function santanderTable(text: string): Table | undefined {
  if (!/^\s*From:[^\n]*\d{4}[^\n]*\n\s*Account:/.test(text)) return undefined;
  const rows: Table["rows"] = [];
  const lines = text.split(/\r\n?|\n/);
  for (const [place, whole] of lines.entries()) {
    const [, title = "", value = ""] = /^(Date|Description|Amount|Balance):\s*(.*)$/.exec(whole) ?? [];
    if (title === "Date") rows.push({ line: place + 1, cells: ["", "", "", ""] });
    const cells = rows.at(-1)?.cells;
    if (cells && title !== "") cells[titles.indexOf(title)] = value.trim();
  }
  const cut = rows.find(({ cells }) => cells.includes(""));
  if (cut) throw invalid(messages.brokenStatement(cut.line));
  const account = lines.findIndex((line) => /^\s*Account:/.test(line));
  return { titles, hasHeader: true, above: [{ line: account + 1, cells: lines.slice(account, account + 1) }], rows };
}
