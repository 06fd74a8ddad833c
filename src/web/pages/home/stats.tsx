import type { Club } from "#shared/settings/settings.ts";
import { useClub } from "#web/lib/use-club.ts";

/** One stick per fifth of the profit, per deal of a year, per week of a quarter. */
const statsOf = ({ figures }: Club) => [
  {
    figure: "0%",
    label: "Carry",
    note: "Traditional syndicates keep one part in five of the profit",
    marks: marks(["", 5]),
  },
  {
    figure: figures.deals_per_year,
    label: "Deals per year",
    note: `Chosen from about ${inWords(figures.founders_met_per_week)} met each week`,
    marks: marks(["", 6], ["is-possible", 6]),
  },
  {
    figure: `${figures.weeks_to_close} weeks`,
    label: "To close",
    note: "From first call to funds, when the papers are ready",
    marks: marks(["is-ember", figures.weeks_to_close], ["is-track", 13 - figures.weeks_to_close]),
  },
];

export function Stats() {
  return (
    <section className="wrap" aria-label="The club in figures">
      <div className="stats">
        {statsOf(useClub()).map((stat) => (
          <div className="stat" key={stat.label}>
            <div className="marks" aria-hidden="true">
              {stat.marks.map(({ key, kind }) => (
                <i key={key} className={kind} />
              ))}
            </div>
            <p className="figure">{stat.figure}</p>
            <p className="stat-label">
              {stat.label}
              <small>{stat.note}</small>
            </p>
          </div>
        ))}
      </div>
    </section>
  );
}

function marks(...groups: [kind: string, count: number][]): { key: number; kind: string }[] {
  return groups.flatMap(([kind, count]) => Array<string>(count).fill(kind)).map((kind, key) => ({ key, kind }));
}

const words = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const inWords = (count: number) => `${words[count] ?? count} ${count === 1 ? "founder" : "founders"}`;
