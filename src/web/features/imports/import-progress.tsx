/** Announces each quarter to screen readers. */
export function ImportProgress({ done, total }: { done: number; total: number }) {
  const share = total === 0 ? 0 : done / total;
  const words = `${done.toLocaleString("en-GB")} of ${total.toLocaleString("en-GB")} members`;
  const quarters = Math.floor(share * 4) * 25;
  return (
    <div className="grid gap-1.5">
      <div
        className="progress"
        role="progressbar"
        aria-label="Import progress"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={words}
      >
        <div className="progress-fill" style={{ width: `${100 * share}%` }} />
      </div>
      <p className="note num">{words}</p>
      <p className="sr-only" role="status">
        {quarters > 0 && `${quarters}% of the members are imported`}
      </p>
    </div>
  );
}
