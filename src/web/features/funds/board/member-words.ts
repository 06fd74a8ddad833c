import { commitmentStateLabels, endedStates } from "#shared/commitments/commitment-messages.ts";
import { refundedWords } from "#shared/commitments/own-commitment-messages.ts";
import { type ClosingMember, mostBornePence } from "#shared/funds/funds.ts";
import { boardPartMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { shortMoment } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";
import type { BadgeTone } from "#web/ui/badge.tsx";
import { bankDay } from "../bank-day.ts";

interface StateWords {
  tone: BadgeTone;
  text: string;
  /** What else there is to do or to know. */
  note: string | null;
}

export function memberState(member: ClosingMember, now = new Date()): StateWords {
  const { state, open_pence, refund_pence, proposed_pence, approved_pence } = member;
  const { refunded_pence, refunded_on, is_held, is_late, due_at, grace_until } = member;
  const isEnded = endedStates.includes(state);
  const rest = refund_pence - proposed_pence - approved_pence;
  const refund = [
    rest > 0 && (isEnded ? messages.toRefund : messages.tooMuch)(formatPence(rest)),
    proposed_pence > 0 && messages.refundWaits(formatPence(proposed_pence)),
    approved_pence > 0 && messages.refundApproved(formatPence(approved_pence)),
  ];
  const back = refunded_on !== null && refundedWords(refunded_pence, bankDay(refunded_on)).replace(/\.$/, "");
  const note =
    [...refund, back, is_late && open_pence === 0 && !isEnded && messages.paidLate].filter(Boolean).join(", ") || null;
  if (isEnded) return { tone: "over", text: commitmentStateLabels[state], note };
  if (open_pence === 0) return { tone: "live", text: commitmentStateLabels[state], note };
  const label = state === "part_paid" ? commitmentStateLabels[state] : null;
  if (is_late) {
    const isOver = grace_until !== null && new Date(grace_until) <= now;
    const text = isOver || !grace_until ? messages.graceOver : messages.late(shortMoment(grace_until));
    return { tone: "refused", text, note: label };
  }
  if (is_held && due_at) return { tone: "waiting", text: messages.held(shortMoment(due_at)), note: label };
  return {
    tone: "waiting",
    text: label ?? commitmentStateLabels[state],
    note: due_at && messages.waits(shortMoment(due_at)),
  };
}

/** "26 Jan, in two parts": the day of the last one. */
export function bankDates(days: readonly string[]): string {
  const last = days.at(-1);
  if (!last) return "";
  const day = bankDay(last);
  return days.length === 1 ? day : messages.inParts(day, days.length);
}

/** What is missing of a payment that has arrived in part, and what an admin can do about it; null where nothing is. */
export function missingWords(member: ClosingMember, now = new Date()): string | null {
  const { applied_pence, open_pence, grace_until, is_release_waiting, can } = member;
  if (is_release_waiting) return messages.lineWaits;
  if (applied_pence === 0 || open_pence <= mostBornePence || endedStates.includes(member.state)) return null;
  const isGraceOver = grace_until !== null && new Date(grace_until) <= now;
  const release = isGraceOver ? messages.releaseNow : messages.releaseLater;
  const ways = `${can.extend ? messages.extendOr : ""}${release}`;
  return messages.missing(formatPence(open_pence), formatPence(mostBornePence), ways);
}
