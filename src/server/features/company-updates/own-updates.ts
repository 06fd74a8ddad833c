import type { Kysely } from "kysely";
import { awaitedUntil, quartersOwed } from "#shared/company-updates/company-quarters.ts";
import type { CompanyUpdate, CompanyUpdates, UpdateFigures } from "#shared/company-updates/company-updates.ts";
import { figureNames, type UpdateState } from "#shared/company-updates/company-updates-messages.ts";
import { londonDate } from "#shared/london-time.ts";
import { readOfferGate } from "../../auth/guard.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { findHeldSince, listPublishedUpdates, listRequests, type UpdateRow } from "./queries.ts";

/** Reads what the reader is told of a company that they hold shares of. @throws HttpError 404 for another. */
export async function readOwnUpdates(db: Kysely<DB>, companyId: string, today: string): Promise<CompanyUpdates> {
  const heldSince = await findHeldSince(db, companyId);
  if (!heldSince) throw notFound("company");
  const published = await listPublishedUpdates(db, companyId);
  const requests = await listRequests(db, [companyId]);
  // Admins read every offer at the desk, and here only while their own gate is open.
  const showsOffers = published.some(({ offer }) => offer) && (await readOfferGate(db)) === "open";
  const newest = published.filter((row, index) => published[index - 1]?.quarter !== row.quarter);
  const missed = quartersOwed(heldSince, today).filter((quarter) => {
    const request = requests.find((each) => each.quarter === quarter);
    if (published.some((row) => row.quarter === quarter) || request?.used_at) return false;
    return updateStateOf({ quarter, request, newest: undefined }, today) === "missed";
  });
  return {
    items: newest.map((row) => {
      const first = published.findLast(({ quarter }) => quarter === row.quarter);
      return {
        ...toUpdate(row),
        offer: showsOffers ? row.offer : null,
        corrects_sent_at: first && first !== row ? first.sent_at.toISOString() : null,
      };
    }),
    missed,
  };
}

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
