import { awaitedUntil } from "#shared/company-updates/company-quarters.ts";
import type { CompanyUpdate, UpdateFigures } from "#shared/company-updates/company-updates.ts";
import { figureNames, type UpdateState } from "#shared/company-updates/company-updates-messages.ts";
import { londonDate } from "#shared/london-time.ts";
import type { UpdateRow } from "./queries.ts";

export const toUpdate = (row: UpdateRow): Omit<CompanyUpdate, "corrects_sent_at"> => ({
  id: row.id,
  quarter: row.quarter,
  version: row.version,
  ...(Object.fromEntries(figureNames.map((name) => [name, row[name]])) as UpdateFigures),
  text: row.text,
  offer: row.offer,
  letter: row.file_name !== null && row.bytes !== null ? { file_name: row.file_name, bytes: row.bytes } : null,
  sent_at: row.sent_at.toISOString(),
});

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
