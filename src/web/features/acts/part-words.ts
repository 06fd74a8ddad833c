import type { ActPart, PartRefusal } from "#shared/acts/act-messages.ts";
import type { Act } from "#shared/acts/acts.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { shortLondonTime } from "#web/lib/format.ts";
import { serverNow } from "#web/lib/server-time.ts";
import type { BadgeTone } from "#web/ui/badge.tsx";

/** Why a part of a signed list waits, and what somebody can do about it. */
const refusalWords: Record<Exclude<PartRefusal, "executed" | "not_in_list" | "not_yet">, string> = {
  not_signed: "Waits for two signatures",
  expired: "Ran out. Sign a new list.",
  stopped: "Stopped: somebody objects",
  list_differs: "What the list says is not so any more. Sign a new one.",
  not_all_paid: "Waits until everybody has paid",
  shares_kept: "Waits: freed shares are kept for members who asked for more",
  below_minimum: "Waits: what was paid is below the club’s minimum. Offer the free shares, or cancel the deal.",
  costs_differ: "Waits: the costs do not add up to the price of the shares. Money says by how much.",
  account_short: "Waits: the account holds less than the company is due. The club pays in the rest first.",
  unidentified: "Waits: money on the account is not identified. Match it or send it back, under Bank.",
  refund_open: "Waits: money is to be sent back first. The payments are under Money.",
  ledger_mismatch: "Waits: the ledger and the bank’s list differ. Money says by how much.",
  no_balance: "Waits until one of the panel types the balance that the bank shows",
  balance_differs: "Stopped: the bank’s balance and the list differ",
  no_day: "Waits for the day of issue",
  unmet: "Waits: something is missing. Documents and completion says what.",
};

interface PartState {
  tone: BadgeTone;
  text: string;
}

type StateOf = Pick<Act, "state" | "is_stopped" | "parts">;

export function partState(act: StateOf, name: ActPart, now = serverNow()): PartState {
  const part = act.parts.find((one) => one.part === name);
  if (!part) return { tone: "over", text: "Not part of this list" };
  const { executed_at, not_before } = part;
  // Members are not told why a part waits, and read of an objection all the same.
  const refusal = part.refusal ?? (act.is_stopped ? "stopped" : null);
  // A payment leaves when somebody sends it at the bank.
  const done = name === "wire" || name === "fees" ? "Approved for payment on" : "Carried out on";
  if (executed_at) return { tone: "live", text: `${done} ${shortLondonTime(executed_at)}` };
  if (act.state === "withdrawn" || act.state === "expired" || act.state === "replaced")
    return { tone: "over", text: "Not carried out" };
  if (act.state !== "signed") return { tone: "over", text: refusalWords.not_signed };
  if (refusal && refusal in refusalWords) {
    const text = refusalWords[refusal as keyof typeof refusalWords];
    const isStop = refusal === "stopped" || refusal === "balance_differs" || refusal === "ledger_mismatch";
    return { tone: isStop ? "refused" : "waiting", text };
  }
  if (not_before && new Date(not_before) > now)
    return { tone: "waiting", text: `Waits until ${shortLondonTime(not_before)}, unless somebody objects` };
  if (refusal === "not_yet")
    return {
      tone: "waiting",
      text: name === "completion" ? "Waits for a day’s notice of the day of issue" : "Waits for the parts before it",
    };
  return { tone: "waiting", text: "Waits for its conditions" };
}

/** What an offer says, before its checklist: version, price, sums, days and who signs for it. Empty for another list. */
export function offerSummary({ terms, version, panel }: Act["content"]): string[] {
  if (!terms) return [];
  const { price, club_minimum_pence, club_maximum_pence, opens_at, closes_at } = terms;
  return [
    `Version ${version}: ${formatPrice(price)} a share. The club takes ${formatPence(club_minimum_pence)} to ${formatPence(club_maximum_pence)}.`,
    `Opens ${shortLondonTime(opens_at)}, closes ${shortLondonTime(closes_at)}.`,
    `Signed for by ${panel.map(({ name }) => name).join(" and ")}.`,
  ];
}
