import type { OwnCommitment } from "#shared/commitments/commitments.ts";
import { myInvestmentsMessages as messages } from "#shared/commitments/own-commitment-messages.ts";
import { formatLondonTime, weekdayDate } from "#web/lib/format.ts";

type Dated = Pick<OwnCommitment, "state" | "history" | "closes_at" | "completion_expected_on" | "call_hours">;

/** When shares were or will be allocated, money was or will be called, and shares are expected. After new terms all of it is ahead. */
export function datesOf(commitment: Dated, now: number): [label: string, when: string][] {
  const { state, history, completion_expected_on, closes_at, call_hours } = commitment;
  const since = history.slice(history.findLastIndex(({ kind }) => kind === "asked_again") + 1);
  const timeOf = (...kinds: string[]) => {
    const event = since.findLast(({ kind }) => kinds.includes(kind));
    return event && formatLondonTime(event.happened_at);
  };
  const { open, closed } = messages.notAllocated;
  const ahead =
    state === "needs_reconsent"
      ? "Not yet. Everybody is asked again first."
      : (Date.parse(closes_at) > now ? open : closed)(formatLondonTime(closes_at));
  const isWaiting = state === "waiting_list";
  return [
    ["Shares allocated", timeOf("allocated", "waiting_list") ?? ahead],
    ...(isWaiting
      ? []
      : [
          ["Money called", timeOf("called") ?? `Not yet. You are told, and have ${call_hours} hours then.`] as [
            string,
            string,
          ],
        ]),
    ["Shares expected", weekdayDate(completion_expected_on)],
  ];
}
