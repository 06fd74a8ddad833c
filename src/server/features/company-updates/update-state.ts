import { awaitedUntil } from "#shared/company-updates/company-quarters.ts";
import type { UpdateState } from "#shared/company-updates/company-updates-messages.ts";
import { londonDate } from "#shared/london-time.ts";

interface QuarterFacts {
  quarter: string;
  request: { asked_at: Date; expires_at: Date } | undefined;
  newest: { isPublished: boolean } | undefined;
}

/** @param today in London. */
export function updateStateOf({ quarter, request, newest }: QuarterFacts, today: string): UpdateState {
  if (newest) return newest.isPublished ? "published" : "to_publish";
  if (!request) return "not_asked";
  const asked = { askedOn: londonDate(request.asked_at), linkEndsOn: londonDate(request.expires_at) };
  return today > awaitedUntil(quarter, asked) ? "missed" : "awaited";
}
