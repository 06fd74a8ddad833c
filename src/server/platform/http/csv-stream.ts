import type { List } from "#shared/lists.ts";
import { fileStem } from "#shared/text-rules.ts";
import { toCsv } from "#shared/to-csv.ts";

/** UTF-8 marker for spreadsheets. */
const byteOrderMark = "\uFEFF";
const newline = "\r\n";

export const csvRowsAtOnce = 1000;

interface CsvSource<Item> {
  columns: string[];
  toRow: (item: Item) => string[];
  /** Read before the first byte is sent, so that a refusal is an answer. */
  first: List<Item>;
  next: (cursor: string) => Promise<List<Item>>;
  onFailure: (error: unknown) => void;
}

/** A list as a CSV file, one page in memory at a time. */
export function csvStream<Item>({ columns, toRow, first, next, onFailure }: CsvSource<Item>) {
  let page: List<Item> | undefined;
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const head = page === undefined ? byteOrderMark + asCsv([columns]) : "";
          const cursor = page?.next_cursor;
          page = cursor ? await next(cursor) : first;
          controller.enqueue(encoder.encode(head + asCsv(page.items.map(toRow))));
          if (!page.next_cursor) controller.close();
        } catch (error) {
          onFailure(error);
          controller.error(error);
        }
      },
    },
    { highWaterMark: 0 },
  );
}

const asCsv = (rows: string[][]): string => (rows.length === 0 ? "" : toCsv(rows, { newline }) + newline);

/** @param name of what it lists: "audit". */
export const csvHeaders = (product: string, name: string, now: Date) => ({
  "content-type": "text/csv; charset=utf-8",
  "content-disposition": `attachment; filename="${fileStem(product)}-${name}-${now.toISOString().slice(0, 10)}.csv"`,
});
