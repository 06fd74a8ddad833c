import type { OpenDeal, OpenDealState } from "#shared/deals/deals.ts";
import { dealBodyMessages as messages } from "#shared/deals/open-deal-messages.ts";
import { tierLabels } from "#shared/people/people-messages.ts";
import { inWords, shortLondonTime, weekdayDate } from "#web/lib/format.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { DealSection } from "./deal-section.tsx";

type Phase = "done" | "now" | "ahead";

const phases: Record<OpenDealState, Phase> = { opens_soon: "ahead", open: "now", closed: "done" };

interface TimelineProps {
  deal: OpenDeal;
  isChanged: boolean;
}

export function Timeline({ deal, isChanged }: TimelineProps) {
  const { state, released_at, content, bought } = deal;
  const { terms } = content;
  return (
    <DealSection name="timeline" isChanged={isChanged}>
      <ol className="deal-timeline">
        <Step phase="done" what="Shown to all members with a valid statement" when={shortLondonTime(released_at)} />
        <Step
          phase={phases[state]}
          what={takenWords(terms, deal.closes_at)}
          when={`${shortLondonTime(terms.opens_at)} to ${shortLondonTime(deal.closes_at)}`}
        />
        <Step
          phase={bought ? "done" : "ahead"}
          what={bought ? "Shares were issued" : "Shares are expected"}
          when={weekdayDate(bought?.issued_on ?? terms.completion_expected_on)}
        />
      </ol>
    </DealSection>
  );
}

function Step({ phase, what, when }: { phase: Phase; what: string; when: string }) {
  return (
    <li className={`is-${phase}`}>
      <p>
        {phase !== "ahead" && <span className="sr-only">{messages[phase]} </span>}
        {what}
      </p>
      <p className="note num">{when}</p>
    </li>
  );
}

/** Priority ends with the commitments that it is for, which may be earlier than announced. */
function takenWords(
  { priority_tiers, priority_share_percent, priority_until }: OpenDeal["content"]["terms"],
  end: string,
): string {
  if (priority_tiers.length === 0 || priority_share_percent === 0) return "Commitments are taken";
  const until = new Date(priority_until) < new Date(end) ? priority_until : end;
  const words = new Date(until) > serverNow() ? messages.takenWithPriority : messages.takenAfterPriority;
  return words(inWords(priority_tiers.map((tier) => tierLabels[tier])), shortLondonTime(until));
}
