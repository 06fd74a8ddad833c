import type { DealPage, DealRecord } from "#shared/deals/deals.ts";

interface Point {
  text: string;
}

/** The form holds lists as lists of records. */
export interface PageValues {
  name: string;
  why_we_like_it: Point[];
  what_would_make_it_fail: Point[];
  team: DealPage["team"];
  traction: DealPage["traction"];
  scheme_note: string;
}

export function toPageValues({ name, page }: Pick<DealRecord, "name" | "page">): PageValues {
  const { why_we_like_it, what_would_make_it_fail, team, traction, scheme_note } = page;
  return {
    name,
    why_we_like_it: toPoints(why_we_like_it),
    what_would_make_it_fail: toPoints(what_would_make_it_fail),
    team,
    traction,
    scheme_note: scheme_note ?? "",
  };
}

export function toPageInput({ name, why_we_like_it, what_would_make_it_fail, ...page }: PageValues) {
  return {
    name,
    page: {
      ...page,
      why_we_like_it: toTexts(why_we_like_it),
      what_would_make_it_fail: toTexts(what_would_make_it_fail),
    },
  };
}

/** "page.why_we_like_it.0" is "why_we_like_it.0.text" in the form. */
export const pageFieldOf = (path: string): string =>
  path.replace(/^page\./, "").replace(/^(why_we_like_it|what_would_make_it_fail)\.\d+$/, "$&.text");

export const toPoints = (texts: readonly string[]): Point[] => texts.map((text) => ({ text }));
export const toTexts = (points: readonly Point[]): string[] => points.map(({ text }) => text);
