const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;

/** "22 h 14 min", cut to whole minutes; null once the time is over. */
export function timeLeft(until: string, now: number): string | null {
  const left = Date.parse(until) - now;
  if (left <= 0) return null;
  const hours = Math.floor(left / hourMs);
  const minutes = Math.floor((left % hourMs) / minuteMs);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes} min`;
}

type Stick = "gone" | "now" | "ahead";

/** One for each hour that was given, the last one where it is not whole. */
export function hourSticks(from: string, until: string, now: number): Stick[] {
  const start = Date.parse(from);
  const count = Math.max(Math.ceil((Date.parse(until) - start) / hourMs), 0);
  const present = Math.floor((now - start) / hourMs);
  return Array.from({ length: count }, (_, hour) => (hour < present ? "gone" : hour === present ? "now" : "ahead"));
}
