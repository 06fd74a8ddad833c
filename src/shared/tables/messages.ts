import { type ForeignFormat, foreignFormats } from "./foreign-formats.ts";

export const tableFileMessages = {
  tooLarge: "This file is too large. Please choose one of at most 2 MB.",
  otherFormat: (format: ForeignFormat) =>
    `This is ${foreignFormats[format]}, which has no columns that could be read. Please export the list as CSV and choose that file.`,
  monthFirst: "the file seems to put the month first. Write all its days such as 2024-03-15",
  totals: (count: number) => `${count === 1 ? "1 line with a total is" : `${count} lines with totals are`} not read.`,
  otherSheets: (names: readonly string[]) =>
    `${names.length === 1 ? "A sheet that is" : "Sheets that are"} not read: ${names.join(", ")}.`,
  brokenWorkbook: "This workbook cannot be read. Please save it as CSV and choose that file.",
} as const;

export const matchColumnsMessages = {
  title: "Which column is which?",
  noHeader: "This file has no header, so its columns have numbers. Beside each is what its first filled line says.",
  example: (title: string, example: string) => (example === "" ? title : `${title} (${example})`),
  nameless: (place: number) => `Column ${place}`,
  change: "Match columns",
} as const;
