import type { OwnCommitment } from "#shared/commitments/commitments.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { feePercent, inThousands } from "../commitment-words.ts";

export interface ReconsentRow {
  label: string;
  before: string;
  after: string;
  difference: string;
  isTotal?: boolean;
}

/** One's own numbers under the accepted and the new terms. */
export function reconsentRows(
  commitment: OwnCommitment,
  { terms, after, least_shares }: NonNullable<OwnCommitment["reconsent"]>,
): ReconsentRow[] {
  const pence = (label: string, before: number, next: number) => ({
    label,
    before: formatPence(before),
    after: formatPence(next),
    difference: signed(next - before, formatPence),
  });
  return [
    {
      label: "Price of a share",
      before: formatPrice(commitment.terms.price),
      after: formatPrice(terms.price),
      difference: priceDifference(commitment.terms.price, terms.price),
    },
    {
      label: "Shares",
      before: inThousands(commitment.shares),
      after: inThousands(after.shares),
      difference: signed(after.shares - commitment.shares, inThousands),
    },
    {
      label: "You accept at least (shares)",
      before: inThousands(commitment.least_shares),
      after: inThousands(least_shares),
      difference: signed(least_shares - commitment.least_shares, inThousands),
    },
    pence("Cost of the shares", commitment.cost_pence, after.cost_pence),
    pence(`Fee, ${feePercent(commitment.fee_bp)}`, commitment.fee_pence, after.fee_pence),
    { ...pence("You send", commitment.due_pence, after.due_pence), isTotal: true },
  ];
}

/** "+£0.04", "−323"; nothing is "£0.00". */
function signed(difference: number, format: (size: number) => string): string {
  const sign = difference === 0 ? "" : difference > 0 ? "+" : "−";
  return `${sign}${format(Math.abs(difference))}`;
}

/** Exact to six decimals, with at least two. */
function priceDifference(before: string, after: string): string {
  const micro = toMicropounds(after) - toMicropounds(before);
  return signed(micro, (size) => formatPrice((size / 1_000_000).toFixed(6).replace(/0+$/, "").replace(/\.$/, "")));
}

const toMicropounds = (price: string): number => Math.round(Number(price) * 1_000_000);
