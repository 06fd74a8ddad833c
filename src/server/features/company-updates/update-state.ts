import { dueDayOf } from "#shared/company-updates/company-quarters.ts";
import type { UpdateState } from "#shared/company-updates/company-updates-messages.ts";

interface QuarterFacts {
  quarter: string;
  isAsked: boolean;
  /** Of the newest version; undefined without one. */
  newest: { isPublished: boolean } | undefined;
}

/** @param today in London. */
export function updateStateOf({ quarter, isAsked, newest }: QuarterFacts, today: string): UpdateState {
  if (newest) return newest.isPublished ? "published" : "to_publish";
  if (!isAsked) return "not_asked";
  return today > dueDayOf(quarter) ? "missed" : "awaited";
}
