import type { OwnCall } from "#shared/funds/funds.ts";
import { londonDate } from "#shared/london-time.ts";
import { formatLondonTime, hourAndMinute, shortLondonTime } from "#web/lib/format.ts";
import { hourSticks, timeLeft } from "./time-left.ts";

interface TimeLeftProps {
  call: OwnCall;
  /** When it was worked out: it does not move by itself. */
  at: number;
}

export function TimeLeftCard({ call, at }: TimeLeftProps) {
  const { called_at, due_at, grace_until, arrived_on, applied_pence, list_read_at } = call;
  const left = timeLeft(due_at, at);
  const isGraceOver = timeLeft(grace_until, at) === null;
  const hours = hourSticks(called_at, due_at, at).map((phase, hour) => ({ phase, hour }));
  return (
    <aside className="grid content-start gap-5" aria-labelledby="funds-time">
      <div className="card funds-time">
        <h3 className="field-label" id="funds-time">
          {left ? "Time left" : "The time is over"}
        </h3>
        {left && <p className="funds-figure num">{left}</p>}
        <div className="funds-sticks" aria-hidden="true">
          {hours.map(({ phase, hour }) => (
            <i key={hour} className={`is-${phase}`} />
          ))}
        </div>
        <p className="note">
          {left &&
            `As of ${formatLondonTime(new Date(at).toISOString())}. What counts is the day your bank pays; after the deadline it still counts by ${formatLondonTime(grace_until)}.`}
          {!left &&
            (isGraceOver
              ? "The time of grace is over too. An admin decides what becomes of your shares."
              : `You have a little more time: what your bank pays by ${formatLondonTime(grace_until)} still counts.`)}
        </p>
      </div>
      {applied_pence === 0 && arrived_on === null && (
        <div className="grid gap-0.5">
          <h3 className="field-label">Nothing is booked for you yet</h3>
          <p className="note">
            {list_read_at === null
              ? "The bank’s list has not been read yet."
              : `The bank’s list was last read ${readWhen(list_read_at, at)}. An admin looks at what does not match by itself.`}
          </p>
        </div>
      )}
    </aside>
  );
}

/** "today at 09:30", or the day. */
const readWhen = (moment: string, at: number): string =>
  londonDate(new Date(moment)) === londonDate(new Date(at))
    ? `today at ${hourAndMinute(moment)}`
    : shortLondonTime(moment);
