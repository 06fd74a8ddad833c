import { formatPence } from "../pence.ts";
import { roleWords } from "../people/signatory-messages.ts";
import type { PanelMember } from "./acts.ts";

/** "Amara Okafor, an admin, arranges the round and takes part with at most £2,000.00". */
export function panelMemberWords({ name, capacity, arranges, invests_pence }: PanelMember): string {
  const takesPart =
    invests_pence === null || invests_pence === 0 ? "" : `takes part with at most ${formatPence(invests_pence)}`;
  const does = [arranges && "arranges the round", takesPart].filter(Boolean).join(" and ");
  return [name, roleWords(capacity), does].filter(Boolean).join(", ");
}
