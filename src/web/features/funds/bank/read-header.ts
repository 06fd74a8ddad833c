import Papa from "papaparse";

/** The names of the columns: the cells of the first line. */
export function readHeader(text: string): string[] {
  const { data } = Papa.parse<string[]>(text.trimStart(), { preview: 1 });
  const titles = (data[0] ?? []).map((title) => title.trim());
  return titles.slice(0, titles.findLastIndex((title) => title !== "") + 1);
}

/** Below the header. */
export const countLines = (text: string): number =>
  Math.max(0, text.split(/\r\n?|\n/).filter((line) => line.trim() !== "").length - 1);
