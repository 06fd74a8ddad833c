import "./company-updates.css";
import { formatFigure } from "#shared/company-updates/company-figure-words.ts";
import { quartersBetween, shiftQuarter, shortQuarter } from "#shared/company-updates/company-quarters.ts";
import type { UpdateFigures } from "#shared/company-updates/company-updates.ts";
import {
  type FigureName,
  figureLabels,
  figureNames,
  memberUpdateMessages as messages,
} from "#shared/company-updates/company-updates-messages.ts";
import { Notice } from "#web/ui/notice.tsx";

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
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(14.5rem,100%),1fr))] gap-x-6 gap-y-5">
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

export function UpdateText({ text, offer }: Pick<ShownUpdate, "text" | "offer">) {
  return (
    <>
      {text && (
        <blockquote className="max-w-144 wrap-anywhere whitespace-pre-line" dir="auto">
          “{text}”
        </blockquote>
      )}
      {offer && (
        <Notice tone="warning" title="Offered by the company.">
          This is an offer of the company, shown because your investor statement is valid. Do not invest unless you are
          prepared to lose all of it.
          <p className="mt-2 wrap-anywhere whitespace-pre-line" dir="auto">
            {offer}
          </p>
        </Notice>
      )}
    </>
  );
}

interface FigurePoint {
  quarter: string;
  value: number | null;
}

const pitch = 20;
const width = 8 * pitch;
const height = 46;
const stroke = 4;

/** One number over up to eight quarters, the latest in pine with its value. @param points oldest first. */
function SmallBars({ name, points }: { name: FigureName; points: readonly FigurePoint[] }) {
  const label = figureLabels[name];
  const given = points.flatMap(({ quarter, value }) => (value === null ? [] : [{ quarter, value }]));
  const first = given[0];
  const latest = points.at(-1)?.value ?? null;
  const last = given.at(-1);
  if (!first || !last) return null;
  const shown = ({ quarter, value }: { quarter: string; value: number }) =>
    [shortQuarter(quarter), formatFigure(name, value)] as const;
  const words =
    first === last
      ? messages.chartOfOne(label, ...shown(last))
      : messages.chart(label, ...shown(first), ...shown(last));
  const { bars, base } = barsOf(
    points.map(({ value }) => value),
    height,
    stroke,
  );
  return (
    <figure className="small-bars">
      <figcaption>{label}</figcaption>
      <div className="mt-[0.4rem] flex flex-wrap items-start gap-[0.4rem]">
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words}>
          <line className="is-base" x1={0} x2={width} y1={base + stroke / 2} y2={base + stroke / 2} />
          {bars.map(
            (bar, index) =>
              bar !== null && (
                <line
                  // biome-ignore lint/suspicious/noArrayIndexKey: a place on the axis
                  key={index}
                  className={index === points.length - 1 ? "is-latest" : undefined}
                  x1={(index + 0.5) * pitch}
                  x2={(index + 0.5) * pitch}
                  y1={bar.from}
                  y2={bar.to}
                  strokeWidth={stroke}
                />
              ),
          )}
        </svg>
        <b className="num">{latest === null ? messages.notGiven : formatFigure(name, latest)}</b>
      </div>
      <p className="note num flex w-40 justify-between">
        <span>{shortQuarter(points[0]?.quarter ?? "")}</span>
        {points.length > 3 && <span>{shortQuarter(points.at(-1)?.quarter ?? "")}</span>}
      </p>
    </figure>
  );
}

interface Bar {
  /** At the base, and at its value: places from the top. */
  from: number;
  to: number;
}

/**
 * Round-ended sticks from 0, up and down, on one scale. A value of 0 is a dot.
 * @param stroke the sticks' thickness, whose round ends stay inside the height.
 */
export function barsOf(
  values: readonly (number | null)[],
  height: number,
  stroke: number,
): { bars: (Bar | null)[]; base: number } {
  const given = values.filter((value) => value !== null);
  const highest = Math.max(0, ...given);
  const lowest = Math.min(0, ...given);
  const room = height - stroke;
  const place = (value: number) => {
    const share = highest === lowest ? 0 : (highest - value) / (highest - lowest);
    return Math.round(10 * (stroke / 2 + (highest === lowest ? room : share * room))) / 10;
  };
  const base = place(0);
  const bars = values.map((value) => (value === null ? null : { from: base, to: place(value) }));
  return { bars, base };
}
