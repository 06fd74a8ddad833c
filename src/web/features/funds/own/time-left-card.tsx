import type { OwnCall } from "#shared/funds/funds.ts";
import { paymentMessages as messages } from "#shared/funds/own-funds-messages.ts";
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
          {left ? messages.timeLeft : messages.timeOver}
        </h3>
        {left && <p className="funds-figure num">{left}</p>}
        <div className="funds-sticks" aria-hidden="true">
          {hours.map(({ phase, hour }) => (
            <i key={hour} className={`is-${phase}`} />
          ))}
        </div>
        <p className="note">
          {left && messages.asOf(formatLondonTime(new Date(at).toISOString()), formatLondonTime(grace_until))}
          {!left && (isGraceOver ? messages.graceOver : messages.overText(formatLondonTime(grace_until)))}
        </p>
      </div>
      {applied_pence === 0 && arrived_on === null && (
        <div className="grid gap-0.5">
          <h3 className="field-label">{messages.nothingYet}</h3>
          <p className="note">
            {list_read_at === null ? messages.listNever : messages.listRead(readWhen(list_read_at, at))}
          </p>
        </div>
      )}
    </aside>
  );
}

/** "today at 09:30", or the day. */
const readWhen = (moment: string, at: number): string =>
  londonDate(new Date(moment)) === londonDate(new Date(at))
    ? messages.listToday(hourAndMinute(moment))
    : shortLondonTime(moment);
