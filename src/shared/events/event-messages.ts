import { lazily } from "#shared/lazily.ts";
import { formatDay, formatMoment, londonDate, toLondonTime } from "#shared/london-time.ts";

export const eventAnswers = ["going", "not_going", "waiting", "offered", "lapsed"] as const;
export type EventAnswer = (typeof eventAnswers)[number];
export const eventNews = ["offered", "lapsed", "lost"] as const;
export const eventAudiences = ["members", "approved", "investors"] as const;
export type EventAudience = (typeof eventAudiences)[number];
/** A cancelled event is shown, and in calendars, for so long. */
export const cancelledDays = 30;
export const defaultOfferHours = 24;
export const guestNameLength = 200;

/** "1st", "2nd", "13th". */
export function ordinal(number: number): string {
  const suffix = { one: "st", two: "nd", few: "rd", other: "th" } as Record<string, string>;
  return `${number}${suffix[ordinals().select(number)]}`;
}
const ordinals = lazily(() => new Intl.PluralRules("en-GB", { type: "ordinal" }));

const places = (count: number) => (count === 1 ? "1 place" : `${count} places`);

export const eventAnswerMessages = {
  upcoming: "Upcoming",
  completed: "Completed",
  cancelled: "Cancelled",
  yourAnswer: (title: string) => `Your answer to ${title}`,
  taken: (taken: number, capacity: number) => `${taken} of ${places(capacity)} taken`,
  noLimit: "No limit",
  goingCount: (count: number) => `${count} going`,
  answerBy: (moment: Date) => `Answer by ${dayAndTime(moment)}`,
  answersClosed: (moment: Date) => `Answers were due by ${dayAndTime(moment)}`,
  withGuest: (name: string) => `With ${name}`,
  full: (capacity: number) => `${places(capacity)}, all taken.`,
  onList: (turn: number, waiting: number) => `Waiting list, ${ordinal(turn)} of ${waiting}`,
  lapsed: "The place that was free for you was not taken in time.",
  cancelledOn: (moment: Date, reason: string) => `Cancelled on ${shortDay(moment)}: ${reason}`,
  saved: { going: "You are going", waiting: "You are on the waiting list" },
  answerFailed: "Failed to save your answer.",
  saving: "Saving",
  closed: "This event has begun, is over or is cancelled: answers can’t be changed any more.",
  fullRefused: "All places are taken. You can join the waiting list.",
  noGuests: "This event is for members only, without guests.",
  guestTooMany: "There is no place for a guest. You can come without one.",
  tooLate: "The time to answer is over. Please write to the club.",
} as const;

const day = 24 * 60 * 60 * 1000;
const withoutYear = (moment: Date) => formatDay(londonDate(moment)).replace(/ \d+$/, "");
const shortDay = withoutYear;

/** "8 December", and the time unless the day ends then. */
function dayAndTime(moment: Date): string {
  const { time } = toLondonTime(moment);
  return time === "00:00" ? withoutYear(new Date(moment.getTime() - 1)) : `${withoutYear(moment)}, ${time}`;
}

/** "tomorrow, 09:40", in London. */
export function inWords(moment: Date, now: Date): string {
  const { date, time } = toLondonTime(moment);
  if (date === londonDate(now)) return `today, ${time}`;
  return date === londonDate(new Date(now.getTime() + day)) ? `tomorrow, ${time}` : formatMoment(moment);
}
