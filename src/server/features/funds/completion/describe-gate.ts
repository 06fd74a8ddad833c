import { dealSchemeLabels, type dealSchemes } from "#shared/deals/deal-messages.ts";
import { costDifferenceWords, type RoundCosts } from "#shared/funds/difference-words.ts";
import type { CompletionCheck } from "#shared/funds/funds-completion.ts";
import {
  articleWords,
  type CompletionItem,
  completionItemLabels,
  completionItems,
} from "#shared/funds/funds-completion-messages.ts";
import { formatDay, londonDate } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";

export interface Gate extends RoundCosts {
  members: number;
  due_pence: number;
  unpaid: number;
  unnamed: number;
  on_other_terms: number;
  /** The company was paid this sum; null before that. */
  wired_pence: number | null;
  open_pence: number;
  /** Of shares that were taken after the call, or before the first one. */
  uncalled_pence: number;
  minimum_pence: number | null;
  scheme: (typeof dealSchemes)[number] | null;
  other_scheme: (typeof dealSchemes)[number] | null;
  refund_pence: number;
  unlisted_pence: number;
  unlisted_names: string[];
  unidentified_pence: number;
  filed: string[];
  account_waits: boolean | null;
  called_back_at: string | null;
  called_back_by_name: string | null;
  fee_bp: number | null;
  article: string | null;
  allowed_bp: number | null;
  waived_because: string | null;
  unwired_pence: number;
  wired_on: string | null;
  on_account_pence: number;
  leaving_pence: number;
  difference_pence: number;
  unmet: CompletionItem[];
  later: CompletionItem[];
}

/** Each item with its state and what is so, or missing, in words. @param issuedOn null before it is known. */
export const describeGate = (gate: Gate, issuedOn: string | null): CompletionCheck[] =>
  completionItems.map((key) => ({
    key,
    label: completionItemLabels[key],
    state: gate.unmet.includes(key) ? "open" : gate.later.includes(key) ? "later" : "met",
    said: say[key](gate, issuedOn),
  }));

const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;
const percent = (bp: number | null) => `${(bp ?? 0) / 100}%`;

const say: Record<CompletionItem, (gate: Gate, issuedOn: string | null) => string> = {
  due_applied: ({ members, unpaid, open_pence, uncalled_pence, due_pence }) => {
    if (members === 0) return "Nobody has shares";
    const missing = [
      open_pence !== 0 && `${formatPence(open_pence)} open`,
      uncalled_pence > 0 && `${formatPence(uncalled_pence)} not called yet`,
      uncalled_pence < 0 && `${formatPence(-uncalled_pence)} less is due with the next call`,
    ].filter(Boolean);
    if (missing.length > 0) return missing.join(", ");
    return unpaid > 0 ? `${counted(unpaid, "member")} not called or not paid` : `${formatPence(due_pence)} applied`;
  },
  refunds: ({ refund_pence, unlisted_pence, unlisted_names, unidentified_pence }) => {
    if (unlisted_pence > 0)
      return `${formatPence(unlisted_pence)} is owed back to ${unlisted_names.join(", ")}; refund it`;
    if (unidentified_pence !== 0) return `${formatPence(unidentified_pence)} of nobody known`;
    return refund_pence > 0 ? `${formatPence(refund_pence)} approved, not yet paid` : "Nothing is due back";
  },
  documents: ({ filed }) => `${filed.length} of 4`,
  schedule: (gate) => {
    const { members, shares, cost_pence, unnamed, on_other_terms, wired_pence, unmet } = gate;
    if (unnamed > 0) return `${counted(unnamed, "member")} without a name or an address`;
    if (on_other_terms > 0) return `${counted(on_other_terms, "member")} on other terms`;
    if (wired_pence !== null && cost_pence !== wired_pence)
      return `The company was paid ${formatPence(wired_pence)}, the members’ parts add up to ${formatPence(cost_pence)}`;
    const schedule = `${counted(members, "member")}, ${counted(shares, "share")}, ${formatPence(cost_pence)}`;
    const difference = costDifferenceWords(gate);
    if (difference === null) return schedule;
    return unmet.includes("schedule") ? difference : `${schedule}. ${difference}`;
  },
  minimum: ({ cost_pence, minimum_pence }) =>
    minimum_pence === null
      ? "No terms are signed"
      : `${formatPence(cost_pence)} of at least ${formatPence(minimum_pence)}`,
  company_account: ({ account_waits, called_back_at, called_back_by_name }) => {
    if (account_waits) return "Waits for two signatures";
    if (!called_back_at) return "Not entered";
    const day = formatDay(londonDate(new Date(called_back_at)));
    return called_back_by_name ? `${called_back_by_name}, ${day}` : day;
  },
  success_fee: ({ fee_bp, article, allowed_bp, waived_because }) => {
    if (waived_because) return `Waived: ${waived_because}`;
    if (!article) return "Not decided";
    if (fee_bp === null)
      return `${articleWords(article)} allows ${percent(allowed_bp)}. There is no version of the page yet`;
    return (allowed_bp ?? 0) < fee_bp
      ? `${percent(fee_bp)}, but ${articleWords(article)} allows ${percent(allowed_bp)}`
      : `${percent(fee_bp)}, allowed by ${articleWords(article)}`;
  },
  wire: ({ wired_on, unwired_pence }) => {
    if (unwired_pence !== 0) return `${formatPence(unwired_pence)} not paid to the company`;
    return wired_on === null ? "Nothing is called yet" : `On ${formatDay(wired_on)}`;
  },
  issue_date: ({ wired_on, unmet }, issuedOn) => {
    if (issuedOn !== null && wired_on !== null && issuedOn >= wired_on && unmet.includes("issue_date"))
      return `${formatDay(issuedOn)} is still to come. Give the day once the shares are issued`;
    const paid = wired_on === null ? "not paid" : `paid on ${formatDay(wired_on)}`;
    return issuedOn === null
      ? "The day of issue is given once the documents are filed"
      : `Issued on ${formatDay(issuedOn)}, ${paid}`;
  },
  schemes_apart: ({ scheme, other_scheme }, issuedOn) => {
    if (other_scheme) return `${dealSchemeLabels[other_scheme]} shares of this company were issued on the same day`;
    if (issuedOn === null) return "The day of issue is given once the documents are filed";
    return scheme === "none" ? "No scheme" : "No other scheme’s shares on that day";
  },
  account_empty: ({ on_account_pence, leaving_pence, difference_pence }) => {
    if (difference_pence !== 0) return `Booked and at the bank differ by ${formatPence(difference_pence)}`;
    const left = on_account_pence - leaving_pence;
    return left === 0 ? "£0.00 after what is approved" : `${formatPence(left)} after what is approved`;
  },
};
