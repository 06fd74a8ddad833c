import { paths } from "#shared/paths.ts";

/** Of My Investments, before they became parts of Documents. Saved addresses and sent emails still have them. */
export const movedParts = ["documents", "year-end", "if-we-vanish"] as const;
type MovedPart = (typeof movedParts)[number];

export const isMoved = (part: string): part is MovedPart => movedParts.some((moved) => moved === part);

/** Where a moved part is now. @param taxYear "2026", or empty. */
export function movedTo(part: MovedPart, taxYear: string): string {
  if (part === "if-we-vanish") return paths.export;
  if (part === "documents") return paths.documents;
  return `${paths.yearEnd}${taxYear && `&tax_year=${taxYear}`}`;
}
