import { terms } from "#shared/club.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { pounds } from "#web/lib/pounds.ts";
import { PageHead } from "#web/ui/page-head.tsx";
import { FeeCalculator } from "./calculator/fee-calculator.tsx";

export function CalculatorPage() {
  usePageMeta(
    "Calculator",
    "What you keep of an investment after fees, on each plan and with a traditional syndicate.",
  );
  return (
    <div className="page-end">
      <PageHead
        side="Calculator"
        title="What the fees leave you"
        lead={`Put in an amount from ${pounds(terms.minimumInvestmentPence)}, a plan and an outcome. The sum shows what you keep, here and with a syndicate that takes carry.`}
      />
      <div className="wrap mt-14">
        <FeeCalculator />
      </div>
    </div>
  );
}
