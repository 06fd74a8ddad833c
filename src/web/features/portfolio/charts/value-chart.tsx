import { formatPence } from "#shared/pence.ts";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import { type ReaderWords, worthWords } from "#shared/portfolio/portfolio-page-messages.ts";
import { longDate } from "#web/lib/format.ts";
import { classNames } from "#web/ui/class-names.ts";
import { useReaderWords } from "../reader-words.ts";
import { useWidth } from "./chart-measures.ts";
import { type ChartText, layoutValueChart, lineHeight } from "./value-layout.ts";

interface ValueChartProps {
  portfolio: Portfolio;
}

export function ValueChart({ portfolio }: ValueChartProps) {
  const [element, width] = useWidth<HTMLDivElement>();
  return (
    <div ref={element} className="own-chart-value">
      {width > 0 && <ValueDrawing portfolio={portfolio} width={width} />}
    </div>
  );
}

/** Steps, as a value changes on days and not between, with a stick every 7 px for the gap. */
export function ValueDrawing({ portfolio, width }: ValueChartProps & { width: number }) {
  const words = useReaderWords();
  const { height, plot, xTicks, yTicks, paidPath, valuePath, rangePath, sticks, marks, labels, ends } =
    layoutValueChart(portfolio, width);
  return (
    <svg
      className="own-chart"
      role="img"
      aria-label={nameOf(portfolio, words)}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
    >
      {yTicks.map(({ y, text }) => (
        <g key={y}>
          <line
            className={classNames("rule", y === plot.bottom && "is-zero")}
            x1={plot.left}
            x2={plot.right}
            y1={y}
            y2={y}
          />
          <text className="tick" x={plot.left - 10} y={y + 4.5} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {xTicks.map(({ x, text, anchor }) => (
        <g key={x}>
          {anchor === "start" && <line className="rule is-zero" x1={x} x2={x} y1={plot.bottom} y2={plot.bottom + 5} />}
          <text className="tick" x={x} y={plot.bottom + 21} textAnchor={anchor}>
            {text}
          </text>
        </g>
      ))}
      {sticks.map(({ x, y1, y2, isBelow }) => (
        <line key={x} className={classNames("stick", isBelow && "is-below")} x1={x} x2={x} y1={y1} y2={y2} />
      ))}
      {rangePath && <path className="range" d={rangePath} />}
      <path className="paid-line" d={paidPath} />
      <path className="value-line" d={valuePath} />
      {marks.map(({ x, y, isGone }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be in one place
        <circle key={index} className={isGone ? "ring" : "dot"} cx={x} cy={y} r={4.5} />
      ))}
      {[...labels, ...ends].map((label) => (
        <Label key={`${label.x} ${label.y} ${label.lines[0]?.text}`} label={label} />
      ))}
    </svg>
  );
}

function Label({ label: { x, y, anchor, lines, tone } }: { label: ChartText }) {
  return (
    <text className={classNames("label", tone && `is-${tone}`)} textAnchor={anchor} y={y}>
      {lines.map(({ text, isBold }, index) => (
        <tspan key={text} className={classNames(isBold && "is-bold")} x={x} dy={index && lineHeight}>
          {text}
        </tspan>
      ))}
    </text>
  );
}

function nameOf({ as_of, figures }: Portfolio, { valueName, valueRangeName }: ReaderWords): string {
  const worth = figures.value_pence + figures.received_pence;
  if (figures.range_pence > 0)
    return valueRangeName(longDate(as_of), worthWords(worth, figures.range_pence), formatPence(figures.paid_in_pence));
  const difference = worth - figures.paid_in_pence;
  return valueName(
    longDate(as_of),
    formatPence(worth),
    formatPence(figures.paid_in_pence),
    formatPence(Math.abs(difference)),
    difference < 0,
  );
}
