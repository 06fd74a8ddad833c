import { useState } from "react";
import { counted } from "#shared/counted.ts";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import { calendarMessages as messages } from "#shared/portfolio/portfolio-page-messages.ts";
import { shortDate } from "#web/lib/format.ts";
import { type CalendarEntry, whatWords } from "../calendar-words.ts";
import { useReaderWords } from "../reader-words.ts";
import { ShowAll } from "../show-all.tsx";
import { type CalendarLot, type LotLayout, layoutCalendar, lotsOf } from "./calendar-layout.ts";
import { useWidth } from "./use-width.ts";

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
  return (
    <div ref={element} className="own-calendar-place">
      {width > 0 && <CalendarDrawing portfolio={portfolio} width={width} />}
    </div>
  );
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
      <div className="own-calendar" role="img" aria-label={nameOf(portfolio)}>
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

const lotWords = ({ scheme, shares }: CalendarLot) =>
  [scheme, `${counted(shares, "share")}`].filter(Boolean).join(", ");

/** What a phone's list leaves out: said by the holdings. */
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
