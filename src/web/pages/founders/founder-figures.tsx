import { formatPounds } from "#shared/format-pounds.ts";
import { useClub } from "#web/lib/use-club.ts";
import { Marks } from "./marks.tsx";
import { weeksToFunds } from "./raise-steps.ts";

export function FounderFigures() {
  const club = useClub();
  const { figures } = club;
  const [shortestWeeks, longestWeeks] = weeksToFunds(club);
  const { cheque_minimum_pence: smallest, cheque_maximum_pence: largest, founder_success_fee_percent: fee } = figures;
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
          <Figure words={`${figures.weeks_to_close_for_founders} weeks`} />
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
