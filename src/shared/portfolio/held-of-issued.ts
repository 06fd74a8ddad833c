import { counted } from "#shared/counted.ts";
import { formatDay } from "#shared/london-time.ts";

export interface HeldOfIssued {
  /** The number counts shares as they were issued. */
  shares: number;
  /** The number is after sales and splits. */
  held_shares: number;
  issued_on: string;
}

/** "You hold 4,162 shares", or "You were issued 4,162 shares on 15 December 2026; you hold 647 now". */
export function heldOfIssuedWords({ shares, held_shares, issued_on }: HeldOfIssued, company?: string): string {
  const of = company === undefined ? "" : ` of ${company}`;
  if (shares === held_shares) return `You hold ${counted(shares, "share")}${of}`;
  const now = held_shares === 0 ? "none of them" : held_shares.toLocaleString("en-GB");
  return `You were issued ${counted(shares, "share")}${of} on ${formatDay(issued_on)}; you hold ${now} now`;
}
