import { formatPounds } from "#shared/format-pounds.ts";
import type { Club } from "#shared/settings/settings.ts";
import { useClub } from "#web/lib/use-club.ts";
import { Rail } from "#web/ui/rail.tsx";

const principlesOf = (club: Club) => [
  {
    title: "We invest beside you",
    text: "The club and its founders put their own money into every opportunity they show you. If we would not, you do not see it.",
  },
  {
    title: "Software first",
    text: `Early-stage technology, mostly SaaS, from pre-seed to Series A. A company we back receives ${formatPounds(club.figures.cheque_minimum_pence)} to ${formatPounds(club.figures.cheque_maximum_pence)} from the club as a whole.`,
  },
  {
    title: "You decide, deal by deal",
    text: `No fund chooses for you, and nothing obliges you to invest. You pick the companies you believe in, from ${formatPounds(club.minimum_investment_pence)} each.`,
  },
  {
    title: "Many, not one",
    text: "Most start-ups fail, and a few may repay the rest. Several small stakes bear that better than one large one, and none of them should be money you need.",
  },
];

export function Philosophy() {
  return (
    <section className="wrap section">
      <Rail side="Investment philosophy">
        <h2 className="d1 max-w-[46rem]">Chosen slowly, held for years</h2>
        <dl className="principles">
          {principlesOf(useClub()).map(({ title, text }) => (
            <div key={title}>
              <dt className="d4">{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Rail>
    </section>
  );
}
