import { formatPence } from "../pence.ts";
import { roleWords } from "../people/signatory-messages.ts";
import type { PanelMember } from "./acts.ts";

/** "Amara Okafor, an admin, arranges the round and takes part with shares for at most £2,000.00", without the fee. */
export function panelMemberWords({ name, capacity, arranges, invests_pence }: PanelMember): string {
  const takesPart =
    invests_pence === null || invests_pence === 0
      ? ""
      : `takes part with shares for at most ${formatPence(invests_pence)}`;
  const does = [arranges && "arranges the round", takesPart].filter(Boolean).join(" and ");
  return [name, roleWords(capacity), does].filter(Boolean).join(", ");
}

/** What a signature says of its signer's own part: the cost of the shares, without the fee, as the limit that members read. */
export const partWords = (takesPartPence: number): string =>
  takesPartPence > 0 ? `takes part with shares for ${formatPence(takesPartPence)}` : "takes no part in this deal";

export const mostPartLabel = "Takes part with shares for at most";

export type Arranger = Pick<PanelMember, "name" | "invests_pence"> & { is_reader: boolean };

const lacks = {
  commitment: { you: "have not committed", they: "has not committed" },
  shares: { you: "get no shares in it", they: "gets no shares in it" },
};

/** Who arranges a round as one who takes part, and does not. */
export function withoutPart(arrangers: readonly Arranger[], lacking: keyof typeof lacks): string {
  const each = arrangers.map(({ name, invests_pence, is_reader }) => {
    const most = invests_pence ? `, with shares for at most ${formatPence(invests_pence)},` : "";
    const { you, they } = lacks[lacking];
    return is_reader
      ? `You arrange this round as one who takes part${most} and ${you}`
      : `${name} arranges this round as one who takes part${most} and ${they}`;
  });
  return `${each.join("; ")}.`;
}
