import type { Transaction } from "kysely";
import type { Logger } from "pino";
import type { List } from "#shared/lists.ts";
import { fileStem } from "#shared/slug.ts";
import { toCsv } from "#shared/to-csv.ts";
import type { DB } from "../db/database.generated.ts";
import type { Actor, AsActor, Effects } from "../db/types.ts";
import { attachment } from "./content-disposition.ts";

/** UTF-8 marker for spreadsheets. */
const byteOrderMark = "\uFEFF";
const newline = "\r\n";
const rowsAtOnce = 1000;

interface CsvCaller {
  dependencies: { asActor: AsActor; now: () => Date; readClub: () => Promise<{ identity: { name: string } }> };
  actor: Actor;
  log: Logger;
}

export interface CsvExport<Item> {
  /** The name says what it lists, such as "audit". */
  name: string;
  columns: string[];
  toRow: (item: Item) => string[];
  list: (tx: Transaction<DB>, page: { limit: number; cursor?: string }) => Promise<List<Item>>;
  /** Committed with the read of the first rows. */
  audit: (effects: Effects) => void;
}

/** A list as a CSV file, one page in memory at a time. @returns body, status and headers. @throws before the first byte. */
export async function csvExport<Item>(caller: CsvCaller, { name, columns, toRow, list, audit }: CsvExport<Item>) {
  const { dependencies, actor, log } = caller;
  const { asActor, now, readClub } = dependencies;
  const first = await asActor(actor, (tx, effects) => {
    audit(effects);
    return list(tx, { limit: rowsAtOnce });
  });
  const next = (cursor: string) => asActor(actor, (tx) => list(tx, { limit: rowsAtOnce, cursor }));
  const onFailure = (error: unknown) => log.error({ err: error }, `${name} export`);
  const headers = await csvHeaders({ now, readClub }, name);
  return [csvStream({ columns, toRow, first, next, onFailure }), 200, headers] as const;
}

/** A few rows, all at once. @returns body, status and headers. */
export async function csvFile({ dependencies }: Pick<CsvCaller, "dependencies">, { name, columns, rows }: CsvFile) {
  return [byteOrderMark + asCsv([columns, ...rows]), 200, await csvHeaders(dependencies, name)] as const;
}

export interface CsvFile extends Pick<CsvExport<never>, "name" | "columns"> {
  rows: string[][];
}

async function csvHeaders({ now, readClub }: Pick<CsvCaller["dependencies"], "now" | "readClub">, name: string) {
  const { identity } = await readClub();
  return {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": attachment(`${fileStem(identity.name)}-${name}-${now().toISOString().slice(0, 10)}.csv`),
  };
}

interface CsvSource<Item> extends Pick<CsvExport<Item>, "columns" | "toRow"> {
  first: List<Item>;
  next: (cursor: string) => Promise<List<Item>>;
  onFailure: (error: unknown) => void;
}

/** Begins with `first`, and asks for each page when the one before is taken. */
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
