import { formatFigure } from "#shared/company-updates/company-figure-words.ts";
import { shortQuarter } from "#shared/company-updates/company-quarters.ts";
import {
  type FigureName,
  figureLabels,
  memberUpdateMessages as messages,
} from "#shared/company-updates/company-updates-messages.ts";
import { barsOf } from "./bars.ts";

interface FigurePoint {
  quarter: string;
  value: number | null;
}

const pitch = 20;
const width = 8 * pitch;
const height = 46;
const stroke = 4;

/** One number over up to eight quarters, the latest in pine with its value. @param points oldest first. */
export function SmallBars({ name, points }: { name: FigureName; points: readonly FigurePoint[] }) {
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
      <div className="small-bars-row">
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
      <p className="note num small-bars-axis">
        <span>{shortQuarter(points[0]?.quarter ?? "")}</span>
        {points.length > 3 && <span>{shortQuarter(points.at(-1)?.quarter ?? "")}</span>}
      </p>
    </figure>
  );
}
