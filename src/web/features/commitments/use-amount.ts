import { useState } from "react";
import { mostCosts, type ShareCosts, sharesFor } from "#shared/commitments/share-costs.ts";
import type { OpenDeal } from "#shared/deals/deals.ts";
import { dealCostMessages as messages } from "#shared/deals/open-deal-messages.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { formatPence, withCommas } from "#shared/pence.ts";
import { readPounds } from "#shared/typed-numbers.ts";
import { useCurrentUserId } from "#web/lib/session.ts";
import { useSessionStorage } from "#web/lib/use-session-storage.ts";
import { amountLike } from "./commitment-words.ts";

export interface Amount {
  text: string;
  /** The amount is not what it began with. */
  isTyped: boolean;
  type: (text: string) => void;
  forget: () => void;
  error: string | undefined;
  /** At most, of the last amount that can be had. */
  costs: ShareCosts;
  /** Said where the costs are not of what is typed. */
  note: string | undefined;
}

/** Returns what the reader would put into shares; it survives a reload of the page. */
export function useAmount(deal: OpenDeal): Amount {
  const { id, content, tier, fees_bp } = deal;
  const { price, minimum_commitment_pence } = content.terms;
  const [kept, keep] = useTypedAmount(id);
  const { read, least } = amountReader(deal);
  const [start] = useState(() => formatPounds(least));
  const [typed, setText] = useState(kept || start);
  // A commitment that ended empties what was typed for it.
  const text = typed === "" ? "" : kept || start;
  const [last, setLast] = useState(() => read(text).pence ?? least);
  const { error, pence = last } = read(text);
  const type = (next: string) => {
    setText(next);
    keep(next);
    setLast(read(next).pence ?? last);
  };
  const forget = () => {
    type(start);
    keep("");
  };
  const shares = sharesFor(price, pence, minimum_commitment_pence);
  const costs = mostCosts({ price, shares, feeBp: fees_bp[tier] });
  const dearer =
    costs.costPence > pence ? messages.fewest(withCommas(shares), formatPence(costs.costPence)) : undefined;
  const note = error ? messages.ofLast(formatPence(pence)) : dearer;
  return {
    text,
    isTyped: kept !== "",
    type,
    forget,
    error,
    note,
    costs,
  };
}

/** The text is empty until something is typed, and again once a commitment has ended. */
export const useTypedAmount = (dealId: string) => useSessionStorage(`deal-amount:${dealId}:${useCurrentUserId()}`);

/** As the API takes it: from the smallest commitment, which the fewest shares may cost more than, to what the club takes. */
export function amountReader({ content: { terms } }: OpenDeal) {
  const least = terms.minimum_commitment_pence;
  const most = terms.club_maximum_pence;
  const range = [formatPence(least), formatPence(most)] as const;
  const read = (text: string): { pence?: number; error?: string } => {
    const pence = readPounds(text);
    if (pence === null) return { error: amountLike(least) };
    return pence >= least && pence <= most ? { pence } : { error: messages.outOfRange(...range) };
  };
  return { read, least, hint: messages.range(...range) };
}
