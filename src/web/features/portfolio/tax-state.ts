import type { PortfolioCompany } from "#shared/portfolio/portfolio.ts";
import type { CertificateState } from "#shared/portfolio/portfolio-messages.ts";

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
      return `${scheme}3 is late`;
    case "awaited":
      return `${scheme}3 awaited`;
    case "nothing_left":
      return `No ${scheme}3 came`;
    case "sold_early":
    case "came":
      return "No relief, sold within three years";
    case "too_late":
      return "Too late to claim";
    default:
      return messages.none;
  }
}

/** Where a company's shares are on their way through tax, what is open first. */
export function taxState({ company_id, lots }: PortfolioCompany, calendar: readonly CalendarEntry[]): string {
  const entries = calendar.filter((entry) => entry.company_id === company_id);
  const has = (kind: CalendarEntry["kind"], lotId?: string) =>
    entries.some((entry) => entry.kind === kind && (lotId === undefined || entry.lot_id === lotId));
  if (has("loss_claimed")) return "Loss claimed";
  if (has("loss_claim_until")) return "Loss to claim";
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

const messages = {
  toClaim: (scheme: string) => `${scheme} to claim`,
  claimed: (scheme: string) => `${scheme} claimed`,
  none: "No relief",
} as const;
