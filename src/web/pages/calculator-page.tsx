import { usePageMeta } from "#web/lib/page-meta.ts";
import { Rail } from "#web/ui/rail.tsx";
import { Calculator } from "./calculator/calculator.tsx";
import "#web/styles/calculator.css";

export function CalculatorPage() {
  usePageMeta(
    "Calculator",
    "What a start-up investment costs and leaves you after fees and tax relief, on each plan and with a traditional syndicate.",
  );
  return (
    <div className="calculator-top page-end">
      <div className="wrap">
        <Rail side="Calculator">
          <h1 className="d2">What a deal costs, and what it leaves you</h1>
        </Rail>
      </div>
      <Calculator />
    </div>
  );
}
