/** "1–7, 9". @param pages in ascending order, each once. */
export function pageRanges(pages: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const page of pages) {
    const range = ranges.at(-1);
    if (range?.[1] === page - 1) range[1] = page;
    else ranges.push([page, page]);
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(", ");
}

/** "pages 1–7, 9"; empty without any. */
export function pageWords(pages: readonly number[]): string {
  if (pages.length === 0) return "";
  return `${pages.length === 1 ? "page" : "pages"} ${pageRanges(pages)}`;
}
