import type { OpenDeal } from "#shared/deals/deals.ts";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { DealSection } from "../deal-section.tsx";
import { Call } from "./call.tsx";
import { isOver, sortCalls } from "./call-times.ts";
import type { useCalls } from "./use-calls.ts";

type CallsProps = ReturnType<typeof useCalls> & { deal: OpenDeal };

export function Calls({ deal, calls, isFailed, retry, readAt }: CallsProps) {
  return (
    <DealSection name="call">
      {isFailed && (
        <SectionFailed text="A call with the founders may be planned; it could not be loaded." onRetry={retry} />
      )}
      {calls.length > 0 && (
        <ul className="deal-questions">
          {sortCalls(calls, readAt).map((call) => (
            // The focus comes here when a press takes its button away.
            <li key={call.id} tabIndex={-1} className="outline-none">
              <Call
                dealId={deal.id}
                call={call}
                isPast={isOver(call, readAt)}
                isNotForReader={deal.interest?.level === "not_for_me"}
              />
            </li>
          ))}
        </ul>
      )}
    </DealSection>
  );
}
