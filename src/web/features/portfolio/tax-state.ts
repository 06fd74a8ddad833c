import type { PortfolioCompany } from "#shared/portfolio/portfolio.ts";
import type { CertificateState } from "#shared/portfolio/portfolio-messages.ts";
import { taxStateMessages as messages } from "#shared/portfolio/portfolio-page-messages.ts";
import type { CalendarEntry } from "./calendar-words.ts";

/** What is still waited for first. */
const order: readonly CertificateState[] = [
  "late",
  "awaited",
  "nothing_left",
  "sold_early",
  "too_late",
  "came",
  "none",
];

function wordsOf(state: CertificateState, scheme: string): string {
  switch (state) {
    case "late":
      return messages.late(scheme);
    case "awaited":
      return messages.awaited(scheme);
    case "nothing_left":
      return messages.nothingLeft(scheme);
    case "sold_early":
    case "came":
      return messages.soldEarly;
    case "too_late":
      return messages.tooLate;
    default:
      return messages.none;
  }
}

/** Where a company's shares are on their way through tax, what is open first. */
export function taxState({ company_id, lots }: PortfolioCompany, calendar: readonly CalendarEntry[]): string {
  const entries = calendar.filter((entry) => entry.company_id === company_id);
  const has = (kind: CalendarEntry["kind"], lotId?: string) =>
    entries.some((entry) => entry.kind === kind && (lotId === undefined || entry.lot_id === lotId));
  if (has("loss_claimed")) return messages.lossClaimed;
  if (has("loss_claim_until")) return messages.lossToClaim;
  const schemed = lots.filter(({ scheme }) => scheme !== null);
  const unclaimed = schemed.filter(({ id }) => !has("relief_claimed", id));
  const toClaim = unclaimed.find(
    ({ certificate, relief_left_pence }) => certificate === "came" && relief_left_pence > 0,
  );
  if (toClaim) return messages.toClaim(toClaim.scheme ?? "");
  const [first] = unclaimed.toSorted((one, other) => order.indexOf(one.certificate) - order.indexOf(other.certificate));
  if (first) return wordsOf(first.certificate, first.scheme ?? "");
  return schemed[0] ? messages.claimed([...new Set(schemed.map(({ scheme }) => scheme))].join(" and ")) : messages.none;
}
