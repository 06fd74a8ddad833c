import { type ForeignFormat, foreignFormats } from "./foreign-formats.ts";

/** What every import of a table says alike. */
export const tableFileMessages = {
  tooLarge: "This file is too large. Please choose one of at most 2 MB.",
  notText: "This file holds no text. Please save the list as CSV or as an Excel workbook (.xlsx) and choose that file.",
  tooManyRows: "This file has more than 5,000 lines. Please split it.",
  openQuote: (line: number) => `Line ${line} has a quotation mark without its second one.`,
  noText: "This file is empty.",
  otherFormat: (format: ForeignFormat) =>
    `This is ${foreignFormats[format]}, which has no columns that could be read. Please export the list as CSV and choose that file.`,
  brokenWorkbook: "This workbook cannot be read. Please save it as CSV and choose that file.",
  emptyWorkbook: "No sheet of this workbook has text.",
  leftOut: (titles: readonly string[]) => `Columns that are not read: ${titles.join(", ")}.`,
  aboveHeader: (count: number) =>
    count === 1 ? "1 line above the header is not read." : `${count} lines above the header are not read.`,
} as const;

/** On the screen where a person says which column is which. */
export const matchColumnsMessages = {
  title: "Which column is which?",
  text: "Choose the column of this file for each. What you leave out is not read.",
  noHeader: "This file has no header, so its columns have numbers. Beside each is what its first filled line says.",
  example: (title: string, example: string) => (example === "" ? title : `${title} (${example})`),
  nameless: (place: number) => `Column ${place}`,
  notInFile: "Not in this file",
  choose: "Please choose",
  submit: "Read the file",
  cancel: "Cancel",
  missing: "Please choose the column",
  twice: "This column is chosen twice",
  change: "Match columns",
} as const;
