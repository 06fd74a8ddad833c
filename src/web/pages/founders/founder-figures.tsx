import { terms } from "#shared/club.ts";
import { formatPounds } from "#web/lib/format.ts";
import { Marks } from "./marks.tsx";
import { longestWeeks, shortestWeeks } from "./raise-steps.ts";

const smallest = terms.chequeMinimumPence;
const largest = terms.chequeMaximumPence;
const fee = terms.founderSuccessFeePercent;

export function FounderFigures() {
  return (
    <section className="wrap mt-16" aria-label="In figures">
      <div className="stats border-t border-t-ink">
        <div className="stat">
          <Marks certain={1} possible={largest / smallest - 1} />
          <Figure words={`${formatPounds(smallest)} to ${formatPounds(largest)}`} />
          <p className="stat-label">
            Cheque size
            <small>From pre-seed to Series A. A stick is {formatPounds(smallest)}.</small>
          </p>
        </div>
        <div className="stat">
          <Marks certain={shortestWeeks} possible={longestWeeks - shortestWeeks} />
          <Figure words={`${terms.weeksToCloseForFounders} weeks`} />
          <p className="stat-label">
            To funds
            <small>From first call. A stick is a week.</small>
          </p>
        </div>
        <div className="stat">
          <div className="flex h-6.5 items-end" aria-hidden="true">
            <div className="fee-stick w-full max-w-60">
              <b style={{ width: `${fee}%` }} />
              <i style={{ width: `${100 - fee}%` }} />
            </div>
          </div>
          <Figure words={`${fee}%`} />
          <p className="stat-label">
            Success fee
            <small>Of total funds raised. No upfront pitch fee.</small>
          </p>
        </div>
      </div>
    </section>
  );
}

const Figure = ({ words }: { words: string }) => (
  <p className="d2 num text-[clamp(1.75rem,1rem+1.7vw,2.5rem)]">{words}</p>
);
