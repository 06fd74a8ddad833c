import type { ReactNode } from "react";
import type { DealContent } from "#shared/deals/deals.ts";
import { TriangleAlert } from "#web/ui/icons.generated.ts";

interface RiskWarningProps {
  warnings: DealContent["warnings"];
  /** After the risk, in its paragraph. */
  rest?: string;
  children?: ReactNode;
}

/** Above every deal, in full. */
export function RiskWarning({ warnings, rest, children }: RiskWarningProps) {
  return (
    <section className="notice notice-warning deal-warning" aria-label="Risk warning">
      <TriangleAlert />
      <div>
        <p>
          <b>{warnings.headline}</b> {warnings.risk} {rest}
        </p>
        {children}
      </div>
    </section>
  );
}
