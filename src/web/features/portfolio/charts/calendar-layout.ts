import { scaleUtc } from "d3-scale";
import { groupBy } from "#shared/group-by.ts";
import { formatPence } from "#shared/pence.ts";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import { type CalendarKind, markedName } from "#shared/portfolio/portfolio-messages.ts";
import { calendarMessages as messages } from "#shared/portfolio/portfolio-page-messages.ts";
import { shortDate } from "#web/lib/format.ts";
import type { CalendarEntry } from "../calendar-words.ts";
import { textWidth } from "./text-width.ts";

export interface CalendarLot {
  id: string;
  name: string;
  scheme: string | null;
  /** As bought, in shares of now. */
  shares: number;
  entries: CalendarEntry[];
}

/** Lots with a date, those first that have the soonest open one. */
export function lotsOf({ companies, calendar }: Pick<Portfolio, "companies" | "calendar">): CalendarLot[] {
  const dated = groupBy(calendar, ({ lot_id }) => lot_id);
  const lots = companies.flatMap((company) =>
    company.lots.map(({ id, scheme, shares, shares_added }) => ({
      ...{ id, scheme, name: markedName(company), shares: shares + shares_added, entries: dated.get(id) ?? [] },
    })),
  );
  const soonest = ({ entries }: CalendarLot) => entries.find(({ is_done }) => !is_done)?.day ?? "9999";
  return lots
    .filter(({ entries }) => entries.length > 0)
    .toSorted((one, other) => soonest(one).localeCompare(soonest(other)));
}

export interface CalendarLayout {
  width: number;
  todayX: number;
  years: { x: number; text: string }[];
  lots: LotLayout[];
}

export interface LotLayout {
  lot: CalendarLot;
  height: number;
  /** Of its line. */
  y: number;
  from: number;
  to: number;
  marks: { x: number; look: "dot" | "ring" | "ring-open" }[];
  labels: { x: number; y: number; anchor: "start" | "end"; text: string; isBold: boolean }[];
}

const laneHeight = 17;

/** @param width of the track beside the names. */
export function layoutCalendar(lots: readonly CalendarLot[], asOf: string, width: number): CalendarLayout {
  const days = lots.flatMap(({ entries }) => entries.map(({ day }) => day));
  const years = [...days, asOf].map((day) => Number(day.slice(0, 4)));
  const [first, last] = [Math.min(...years), Math.max(...years) + 1];
  const time = scaleUtc([Date.UTC(first, 0, 1), Date.UTC(last, 0, 1)], [6, width - 60]);
  const xOf = (day: string) => time(Date.parse(day));
  const every = Math.ceil(52 / ((width - 66) / (last - first)));
  return {
    width,
    todayX: xOf(asOf),
    years: Array.from({ length: last - first + 1 }, (_, index) => first + index)
      .filter((year) => (year - first) % every === 0)
      .map((year) => ({ x: time(Date.UTC(year, 0, 1)), text: `${year}` })),
    lots: lots.map((lot) => layoutLot(lot, xOf, xOf(asOf), width)),
  };
}

/** What is said above the line; the rest is below it. */
const above: readonly CalendarKind[] = ["issued", "three_years", "lost", "sold", "paid_out"];
const bold: readonly CalendarKind[] = ["three_years", "lost", "loss_claim_until", "sold"];

function layoutLot(lot: CalendarLot, xOf: (day: string) => number, todayX: number, width: number): LotLayout {
  const drawn = lot.entries.filter(({ kind }) => kind !== "paid" && kind !== "certificate");
  const lanes: { left: number; right: number }[][][] = [[], []];
  const texts = drawn.map((entry) => {
    const isBold = bold.includes(entry.kind) && !isPast(entry);
    const text = shortWords(entry);
    const wide = textWidth(text, isBold);
    const x = xOf(entry.day);
    // Today's rule crosses no word: what happened ends before it.
    const isCrossed = x <= todayX && x - 6 + wide > todayX;
    const isEnd = x - 6 + wide > width || (isCrossed && x - wide > 0);
    const left = isEnd ? x + 6 - wide : x - 6;
    const side = above.includes(entry.kind) ? 0 : 1;
    const lane = freeLane(lanes[side] ?? [], left, left + wide);
    return {
      x: isEnd ? x + 6 : x - 6,
      anchor: isEnd ? ("end" as const) : ("start" as const),
      text,
      isBold,
      side,
      lane,
    };
  });
  const y = Math.max(lanes[0]?.length ?? 0, 1) * laneHeight + 8;
  return {
    lot,
    y,
    height: y + Math.max(lanes[1]?.length ?? 0, 1) * laneHeight + 16,
    from: Math.min(...lot.entries.map(({ day }) => xOf(day))),
    to: Math.max(todayX, ...lot.entries.map(({ day }) => xOf(day))),
    marks: drawn.map((entry) => ({ x: xOf(entry.day), look: lookOf(entry) })),
    labels: texts.map(({ side, lane, ...text }) => ({
      ...text,
      y: side === 0 ? y - 12 - lane * laneHeight : y + 22 + lane * laneHeight,
    })),
  };
}

const isPast = ({ kind, is_done }: CalendarEntry) => is_done && kind !== "lost";

const lookOf = ({ kind, is_done }: CalendarEntry): LotLayout["marks"][number]["look"] => {
  if (kind === "lost") return "ring";
  if (kind === "relief_claim_until") return "ring-open";
  return is_done ? "dot" : "ring";
};

/** The lane nearest to the line in which nothing is in the way. */
function freeLane(lanes: { left: number; right: number }[][], left: number, right: number): number {
  const free = lanes.findIndex((lane) => lane.every((text) => text.right + 12 < left || text.left - 12 > right));
  const lane = free < 0 ? lanes.length : free;
  lanes[lane] = [...(lanes[lane] ?? []), { left, right }];
  return lane;
}

/** Days that happened in the year above them need none; those to come say it. */
function shortWords(entry: CalendarEntry): string {
  const day = entry.is_done ? shortDate(entry.day).slice(0, -5) : shortDate(entry.day);
  return messages.short[entry.kind](day, entry.pence === null ? "" : `, ${formatPence(entry.pence)}`);
}
