import type { OpenDeal } from "#shared/deals/deals.ts";
import { longDate } from "#web/lib/format.ts";
import { RiskWarning } from "./risk-warning.tsx";

/** First on the deal's page, and before each of its documents. */
export function DealWarnings({ deal: { content, valid_through } }: { deal: OpenDeal }) {
  const { warnings } = content;
  return (
    <RiskWarning warnings={warnings}>
      <p className="muted mt-2">
        {warnings.sender} {warnings.exemption}{" "}
        {valid_through && `Your investor statement is current until ${longDate(valid_through)}.`}
      </p>
    </RiskWarning>
  );
}
