import { useState } from "react";
import type { FeeSide } from "#shared/calculator.ts";
import type { MembershipPlan } from "#shared/club.ts";
import { CalculatorInputs } from "./calculator-inputs.tsx";
import { CalculatorResult } from "./calculator-result.tsx";

export interface CalculatorEntry {
  investmentPence: number;
  plan: MembershipPlan["name"];
  multiple: number;
  side: FeeSide;
}

export function FeeCalculator() {
  const [entry, setEntry] = useState<CalculatorEntry>({
    investmentPence: 10_000_00,
    plan: "VIP",
    multiple: 3,
    side: "on-top",
  });
  return (
    <div className="calculator">
      <CalculatorInputs entry={entry} onChange={(change) => setEntry({ ...entry, ...change })} />
      <CalculatorResult entry={entry} />
    </div>
  );
}
