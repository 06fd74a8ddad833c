import Papa, { type UnparseConfig } from "papaparse";

/**
 * A cell that a spreadsheet would run: its sign may be a full-width one, or follow space and invisible characters. A
 * negative amount is a number.
 */
const formula = /^(?!-\d+(\.\d+)?$)[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r]/u;

/** Rows as CSV for people's spreadsheets, with an apostrophe before formulas. */
export const toCsv = (rows: unknown[], config: Pick<UnparseConfig, "newline"> = {}): string =>
  Papa.unparse(rows, { ...config, escapeFormulae: formula });
