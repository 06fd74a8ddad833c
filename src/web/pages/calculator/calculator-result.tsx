import { type Deal, dealResult, traditionalSyndicate } from "#shared/calculator.ts";
import { membershipPlans } from "#shared/club.ts";
import { pounds } from "#web/lib/pounds.ts";
import { Notice } from "#web/ui/notice.tsx";
import { getPlan } from "../plans/plan-costs.ts";
import type { CalculatorEntry } from "./fee-calculator.tsx";

interface Kept {
  keptPence: number;
  feesPence: number;
}

export function CalculatorResult({ entry }: { entry: CalculatorEntry }) {
  const plan = getPlan(entry.plan);
  const deal = { investmentPence: entry.investmentPence, side: entry.side, exitMultiple: entry.multiple };
  const mine = kept({ ...deal, feeRate: plan.investmentFeePercent / 100 });
  const syndicate = kept({ ...deal, ...traditionalSyndicate });
  const rows = [...membershipPlans].reverse().map(({ name, investmentFeePercent }) => ({
    name,
    result: kept({ ...deal, feeRate: investmentFeePercent / 100 }),
  }));
  return (
    <div>
      <p className="small muted">You keep, after fees</p>
      <p className="figure mt-2" role="status">
        {minus(mine.keptPence)}
      </p>
      <p className="muted mt-2.5 max-w-lg">{comparison(mine.keptPence - syndicate.keptPence)}</p>
      <div className="bars mt-8">
        {[...rows, { name: "Traditional syndicate", result: syndicate }].map(({ name, result }) => (
          <BarRow
            key={name}
            name={name}
            result={result}
            largestPence={largest([...rows.map((row) => row.result), syndicate])}
          />
        ))}
      </div>
      <p className="note key mt-3.5">
        <span>
          <i className="bg-pine" />
          You keep
        </span>
        <span>
          <i className="bg-ember" />
          Fees
        </span>
      </p>
      <Notice tone="warning" title="This is arithmetic, not a forecast." className="mt-7">
        Most start-ups fail. At 0× you lose the whole {pounds(entry.investmentPence)}, and any fee you paid with it.
      </Notice>
    </div>
  );
}

function BarRow({ name, result, largestPence }: { name: string; result: Kept; largestPence: number }) {
  const width = (pence: number) => ({ width: `${(100 * Math.max(0, pence)) / largestPence}%` });
  return (
    <div className="bar-row">
      <div className="bar-label">
        <span>{name}</span>
        <b>{minus(result.keptPence)}</b>
      </div>
      <div className="bar" aria-hidden="true">
        {result.keptPence > 0 && <i className="is-kept" style={width(result.keptPence)} />}
        {result.feesPence > 0 && <i className="is-cost" style={width(result.feesPence)} />}
      </div>
    </div>
  );
}

/** What is left of the investment and its profit after all fees, and what the fees come to. */
function kept(deal: Deal): Kept {
  const { netResultPence, feePence, carryPence } = dealResult(deal);
  return { keptPence: deal.investmentPence + netResultPence, feesPence: feePence + carryPence };
}

/** Bars start at nought and share a scale: the largest sum of what is kept and what the fees come to. */
const largest = (results: Kept[]): number =>
  Math.max(1, ...results.map(({ keptPence, feesPence }) => Math.max(0, keptPence) + feesPence));

function comparison(differencePence: number): string {
  const { feeRate, carryRate } = traditionalSyndicate;
  const other = `with a syndicate that charges ${100 * feeRate}% to invest and ${100 * carryRate}% of the profit.`;
  if (differencePence === 0) return `That is the same as ${other}`;
  return `That is ${pounds(Math.abs(differencePence))} ${differencePence > 0 ? "more" : "less"} than ${other}`;
}

const minus = (pence: number): string => pounds(pence).replace("-", "−");
