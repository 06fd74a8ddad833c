import { fromLondonTime, toLondonTime } from "#shared/london-time.ts";

const day = 24 * 60 * 60 * 1000;
const [slot, end] = ["10:00", "17:00"];
const isCallDay = (date: string): boolean => [1, 2, 3].includes(new Date(date).getUTCDay());

/**
 * When money is called: Monday to Wednesday at 10:00 in London, so that who is called can ask on working days.
 * @param since what is called is known from then on. @returns `now` where that slot has come today, else a later moment.
 */
export function nextSlot(since: Date, now: Date): Date {
  const first = slotFrom(since);
  if (first > now) return first;
  const { date, time } = toLondonTime(now);
  return isCallDay(date) && time >= slot && time < end ? now : slotFrom(now);
}

/** The first one at or after a moment. */
function slotFrom(moment: Date): Date {
  for (let days = 0; ; days += 1) {
    const { date } = toLondonTime(new Date(moment.getTime() + days * day));
    const at = fromLondonTime(date, slot);
    if (isCallDay(date) && at >= moment) return at;
  }
}
