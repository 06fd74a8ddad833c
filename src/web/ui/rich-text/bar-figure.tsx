import type { BarFigure as Figure } from "./figures.ts";

export function BarFigure({ figure: { heard, bars, caption } }: { figure: Figure }) {
  return (
    <figure>
      <div className="bars" role="img" aria-label={heard}>
        {bars.map(({ label, value, widthPercent, tone }) => (
          <div className="bar-row" key={label}>
            <div className="bar-label">
              <span>{label}</span>
              <b>{value}</b>
            </div>
            <div className="bar" aria-hidden="true">
              <i className={tone && `is-${tone}`} style={{ width: `${widthPercent}%` }} />
            </div>
          </div>
        ))}
      </div>
      <figcaption className="caption">{caption}</figcaption>
    </figure>
  );
}
