import type { DealSums } from "./deal-sums.ts";
import { gain, money, times } from "./figures.ts";
import { dealVerdict, yearVerdict } from "./verdict.ts";

export function ResultHead({ sums }: { sums: DealSums }) {
  const { netResultPence, proceedsPence, incomeTaxReliefPence, lossReliefPence, cashOutPence } = sums.club.result;
  return (
    <div className="result-head" role="status">
      <div>
        <p className="small muted">Net result per deal at {times(sums.entry.exitMultiple)}</p>
        <p className="figure mt-1.5">{gain(netResultPence)}</p>
      </div>
      <div className="result-verdict">
        <p>{dealVerdict(sums)}</p>
        <p className="small">{yearVerdict(sums)}</p>
      </div>
      <p className="note result-sum num">
        {money(proceedsPence)} from the sale
        {incomeTaxReliefPence > 0 && ` + ${money(incomeTaxReliefPence)} Income Tax relief`}
        {lossReliefPence > 0 && ` + ${money(lossReliefPence)} loss relief`}
        {` − ${money(cashOutPence)} paid`}
      </p>
    </div>
  );
}
