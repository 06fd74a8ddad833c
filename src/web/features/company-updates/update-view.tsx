import "./company-updates.css";
import { quartersBetween, shiftQuarter } from "#shared/company-updates/company-quarters.ts";
import type { UpdateFigures } from "#shared/company-updates/company-updates.ts";
import { figureNames } from "#shared/company-updates/company-updates-messages.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SmallBars } from "./small-bars.tsx";

interface ShownUpdate extends UpdateFigures {
  quarter: string;
  text: string | null;
  offer: string | null;
}

const mostQuarters = 8;

/** The six numbers of the latest quarter after those before it. @param updates the latest first. */
export function FigureCharts({ updates }: { updates: readonly ShownUpdate[] }) {
  const latest = updates[0]?.quarter;
  if (!latest) return null;
  const known = updates.map(({ quarter }) => quarter);
  const first = [shiftQuarter(latest, 1 - mostQuarters), known.at(-1) ?? latest].toSorted().at(-1) ?? latest;
  const quarters = quartersBetween(first, latest).toReversed();
  return (
    <div className="update-figures">
      {figureNames.map((name) => {
        const points = quarters.map((quarter) => ({
          quarter,
          value: updates.find((update) => update.quarter === quarter)?.[name] ?? null,
        }));
        return <SmallBars key={name} name={name} points={points} />;
      })}
    </div>
  );
}

/** What the company says in words. */
export function UpdateText({ text, offer }: Pick<ShownUpdate, "text" | "offer">) {
  return (
    <>
      {text && (
        <blockquote className="update-text" dir="auto">
          “{text}”
        </blockquote>
      )}
      {offer && (
        <Notice tone="warning" title="Offered by the company.">
          This is an offer of the company, shown because your investor statement is current. Do not invest unless you
          are prepared to lose all of it.
          <p className="update-offer" dir="auto">
            {offer}
          </p>
        </Notice>
      )}
    </>
  );
}
