import { scaleUtc } from "d3-scale";
import { useState } from "react";
import { counted } from "#shared/counted.ts";
import { groupBy } from "#shared/group-by.ts";
import { formatPence } from "#shared/pence.ts";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import { type CalendarKind, markedName, splitKind } from "#shared/portfolio/portfolio-messages.ts";
import { calendarMessages as messages } from "#shared/portfolio/portfolio-page-messages.ts";
import { shortDate } from "#web/lib/format.ts";
import { type CalendarEntry, whatWords } from "../calendar-words.ts";
import { useReaderWords } from "../reader-words.ts";
import { ShowAll } from "../show-all.tsx";
import { textWidth, useWidth } from "./chart-measures.ts";

interface CalendarChartProps {
  portfolio: Portfolio;
}

const atFirst = 12;
const nameWidth = 184;
/** Below it the words of a lot have no room beside each other. */
const linesFrom = 800;

/** A line for each lot; on phones a list by date. */
export function CalendarChart({ portfolio }: CalendarChartProps) {
  const [element, width] = useWidth<HTMLDivElement>();
  return <div ref={element}>{width > 0 && <CalendarDrawing portfolio={portfolio} width={width} />}</div>;
}

export function CalendarDrawing({ portfolio, width }: CalendarChartProps & { width: number }) {
  return width < linesFrom ? <DateList portfolio={portfolio} /> : <LotLines portfolio={portfolio} width={width} />;
}

function LotLines({ portfolio, width }: CalendarChartProps & { width: number }) {
  const [isAll, setAll] = useState(false);
  const lots = lotsOf(portfolio);
  const shown = isAll ? lots : lots.slice(0, atFirst);
  const { todayX, years, lots: rows } = layoutCalendar(shown, portfolio.as_of, width - nameWidth);
  return (
    <>
      <div className="relative pt-7 pb-6" role="img" aria-label={nameOf(portfolio)}>
        <div className="own-calendar-grid">
          {years.map(({ x, text }) => (
            <i key={x} style={{ left: x }}>
              <span>{text}</span>
            </i>
          ))}
          <i className="is-today" style={{ left: todayX }}>
            <span>today</span>
          </i>
        </div>
        {rows.map((row) => (
          <LotRow key={row.lot.id} row={row} todayX={todayX} width={width - nameWidth} />
        ))}
      </div>
      <p className="note">Filled: done. Ring: still open.</p>
      {lots.length > atFirst && <ShowAll label={messages.all(lots.length)} isAll={isAll} onChange={setAll} />}
    </>
  );
}

interface LotRowProps {
  row: LotLayout;
  todayX: number;
  width: number;
}

function LotRow({ row: { lot, y, height, from, to, marks, labels }, todayX, width }: LotRowProps) {
  return (
    <div className="own-calendar-row">
      <div className="own-bars-name" style={{ paddingTop: y - 12 }}>
        <b className="wrap-anywhere">{lot.name}</b> <span>{lotWords(lot)}</span>
      </div>
      <svg className="own-chart" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <line className="lot-line" x1={from} x2={Math.min(todayX, to)} y1={y} y2={y} />
        {to > todayX && <line className="lot-line is-ahead" x1={todayX} x2={to} y1={y} y2={y} />}
        {marks.map(({ x, look }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be on one day
          <circle key={index} className={look} cx={x} cy={y} r={4.5} />
        ))}
        {labels.map(({ isBold, text, ...place }) => (
          <text
            key={text}
            className={isBold ? "label is-bold" : "label"}
            x={place.x}
            y={place.y}
            textAnchor={place.anchor}
          >
            {text}
          </text>
        ))}
      </svg>
    </div>
  );
}

const lotWords = ({ scheme, shares, shares_left }: CalendarLot) =>
  [scheme, shares_left > 0 ? counted(shares_left, "share") : `${counted(shares, "share")} bought, none left`]
    .filter(Boolean)
    .join(", ");

/** A phone's list leaves out these dates, as the holdings say them. */
const untold = ["paid", "issued", "certificate"];

function DateList({ portfolio }: CalendarChartProps) {
  const [isAll, setAll] = useState(false);
  const told = portfolio.calendar.filter(({ kind }) => !untold.includes(kind));
  const firstOpen = told.findIndex(({ is_done }) => !is_done);
  const start = Math.max(0, Math.min(firstOpen < 0 ? told.length : firstOpen - 4, told.length - atFirst));
  const shown = isAll ? told : told.slice(start, start + atFirst);
  if (told.length === 0) return <p className="note">No dates yet.</p>;
  return (
    <>
      <ul className="own-dates" aria-label={nameOf(portfolio)}>
        {shown.map((entry) => (
          <DateRow key={`${entry.lot_id} ${entry.kind} ${entry.day} ${entry.pence}`} entry={entry} />
        ))}
      </ul>
      {told.length > atFirst && (
        <ShowAll label={`All ${told.length.toLocaleString("en-GB")} dates`} isAll={isAll} onChange={setAll} />
      )}
    </>
  );
}

function DateRow({ entry }: { entry: CalendarEntry }) {
  const { day, kind, name } = entry;
  const { claimRemark } = useReaderWords();
  const remark = kind === "relief_claim_until" ? claimRemark : messages.remark[kind];
  return (
    <li>
      <time dateTime={day}>{shortDate(day)}</time>
      <div>
        <p className="wrap-anywhere">
          {name}: {whatWords(entry)}
        </p>
        {remark && <p className="note">{remark}</p>}
      </div>
    </li>
  );
}

function nameOf({ calendar }: Portfolio): string {
  const next = calendar.find(({ is_done }) => !is_done);
  return messages.name(calendar.length, next ? `${shortDate(next.day)}, ${next.name}, ${whatWords(next)}` : null);
}

interface CalendarLot {
  id: string;
  name: string;
  scheme: string | null;
  /** The number of shares is that at the purchase. */
  shares: number;
  /** Held on the day. */
  shares_left: number;
  entries: CalendarEntry[];
}

/** Lots with a date, those first that have the soonest open one. */
export function lotsOf({ companies, calendar }: Pick<Portfolio, "companies" | "calendar">): CalendarLot[] {
  const dated = groupBy(calendar, ({ lot_id }) => lot_id);
  const lots = companies.flatMap((company) =>
    company.lots.map(({ id, scheme, shares, shares_left }) => ({
      id,
      scheme,
      name: markedName(company),
      shares,
      shares_left,
      entries: dated.get(id) ?? [],
    })),
  );
  const soonest = ({ entries }: CalendarLot) => entries.find(({ is_done }) => !is_done)?.day ?? "9999";
  return lots
    .filter(({ entries }) => entries.length > 0)
    .toSorted((one, other) => soonest(one).localeCompare(soonest(other)));
}

interface CalendarLayout {
  width: number;
  todayX: number;
  years: { x: number; text: string }[];
  lots: LotLayout[];
}

interface LotLayout {
  lot: CalendarLot;
  height: number;
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

/** Labels of these kinds stand above the line; the rest is below it. */
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
  if (entry.ratio) return `${splitKind(entry.ratio)} ${day}`;
  return messages.short[entry.kind](day, entry.pence === null ? "" : `, ${formatPence(entry.pence)}`);
}
