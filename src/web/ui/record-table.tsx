import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

export interface RecordColumn<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Buttons: their header is for screen readers. */
  isActions?: boolean;
  isRight?: boolean;
  /** Left out where the table is narrow. */
  isWideOnly?: boolean;
  /** On a phone it stands beside the name of the row, and the other values in a line below them. */
  isBeside?: boolean;
  /** The value has no label in the lines below the name: it says by itself what it is. */
  isPlain?: boolean;
  className?: string;
  /** Of all rows, below an ink rule; the first one names the row. */
  total?: ReactNode;
}

interface RecordTableProps<Row> {
  caption: string;
  /** The first one names the row. */
  columns: readonly RecordColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Rows of 32 px instead of 40: the lists of the admins. */
  isDense?: boolean;
  /** It needs somebody: its ground is bone. */
  isMarked?: (row: Row) => boolean;
}

/** Below 640 px each row is a stack of labels and values, or two lines where a column stands beside the name. */
export function RecordTable<Row>({ caption, columns, rows, rowKey, isDense, isMarked }: RecordTableProps<Row>) {
  const isTwoLines = columns.some(({ isBeside }) => isBeside);
  const hasTotal = columns.some(({ total }) => total !== undefined);
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: a browser drops the roles of a table whose display is changed
    <div className="@container">
      <table
        className={classNames("table record-table", isDense && "is-dense", isTwoLines && "is-two-lines")}
        role="table"
      >
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ header, isActions, isRight, isWideOnly }) => (
              <th
                key={header}
                scope="col"
                role="columnheader"
                className={classNames(isRight && "is-right", isWideOnly && "is-wide-only")}
              >
                {isActions ? <span className="sr-only">{header}</span> : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row" className={isMarked?.(row) ? "is-marked" : undefined}>
              {columns.map((column, index) => (
                <td key={column.header} role="cell" className={cellClass(column, index)} data-label={column.header}>
                  <div className={classNames(column.isActions && "record-actions")}>{column.cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {hasTotal && (
          <tfoot role="rowgroup">
            <tr role="row">
              {columns.map((column, index) => (
                <td key={column.header} role="cell" className={cellClass(column, index)} data-label={column.header}>
                  <div>{column.total}</div>
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
    // biome-ignore-end lint/a11y/noRedundantRoles: a browser drops the roles of a table whose display is changed
  );
}

/** Left out of a row of two lines. */
export const None = ({ children = "–" }: { children?: ReactNode }) => <span className="is-none">{children}</span>;

const cellClass = <Row,>(column: RecordColumn<Row>, index: number): string => {
  const { isActions, isRight, isWideOnly, isBeside, isPlain, className } = column;
  return classNames(
    index === 0 && "is-first",
    isActions && "is-actions",
    isRight && "is-right",
    isWideOnly && "is-wide-only",
    isBeside && "is-beside",
    isPlain && "is-plain",
    className,
  );
};
