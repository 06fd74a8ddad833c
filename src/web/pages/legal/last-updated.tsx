/** "10 Feb 2025": the pages' words are the agreed ones, with the month cut short. */
const short = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "Europe/London",
});

interface LastUpdatedProps {
  side: string;
  /** ISO date. */
  date: string;
}

export function LastUpdated({ side, date }: LastUpdatedProps) {
  return (
    <>
      <p>{side}</p>
      <p className="by num">
        <span>
          Last updated <time dateTime={date}>{short.format(new Date(date))}</time>
        </span>
      </p>
    </>
  );
}
