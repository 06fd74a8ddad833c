import type { PortfolioCompany } from "#shared/portfolio.ts";
import { taxStateMessages as messages } from "#shared/portfolio-page-messages.ts";
import type { CalendarEntry } from "./calendar-words.ts";

/** Where a company's shares are on their way through tax, what is open first. */
export function taxState({ company_id, lots }: PortfolioCompany, calendar: readonly CalendarEntry[]): string {
  const entries = calendar.filter((entry) => entry.company_id === company_id);
  const has = (kind: CalendarEntry["kind"], lotId?: string) =>
    entries.some((entry) => entry.kind === kind && (lotId === undefined || entry.lot_id === lotId));
  if (has("loss_claimed")) return messages.lossClaimed;
  if (has("loss_claim_until")) return messages.lossToClaim;
  const schemed = lots.filter(({ scheme }) => scheme !== null);
  const unclaimed = schemed.filter(({ id }) => !has("relief_claimed", id));
  const toClaim = unclaimed.find(({ certificate_on }) => certificate_on !== null);
  if (toClaim) return messages.toClaim(toClaim.scheme ?? "");
  const [awaited] = unclaimed;
  if (awaited) return messages.awaited(awaited.scheme ?? "");
  return schemed[0] ? messages.claimed([...new Set(schemed.map(({ scheme }) => scheme))].join(" and ")) : messages.none;
}
