import { type ClipboardEvent, type ReactNode, type Ref, useId, useState } from "react";
import { counted } from "#shared/counted.ts";
import { monthOfName, readDay } from "#shared/tables/read-day.ts";
import { classNames } from "./class-names.ts";
import { FieldNote } from "./field.tsx";
import { Input } from "./input.tsx";

export interface DateInputProps {
  label: ReactNode;
  /** "2027-01-26", with "T12:00" where a time is asked; empty for none. */
  value: string;
  /** Given boxes that are no date it takes what a schema refuses. */
  onChange: (value: string) => void;
  /** Runs once the focus has left all boxes. */
  onBlur?: () => void;
  hint?: ReactNode;
  error?: string | undefined;
  isOptional?: boolean;
  hasTime?: boolean;
  /** Of a person, so that the browser fills it in. */
  isBirth?: boolean;
  className?: string;
  /** The ref is that of the first box. */
  ref?: Ref<HTMLInputElement>;
}

const boxes = [
  { part: "day", label: "Day" },
  { part: "month", label: "Month" },
  { part: "year", label: "Year" },
] as const;

/** Day, month and year in the order of the club, whatever that of the browser is. A whole date in one box fills all three. */
export function DateInput(props: DateInputProps) {
  const { label, value, onChange, onBlur, hint, error, isOptional, hasTime = false, isBirth, className, ref } = props;
  const id = useId();
  const [typed, setTyped] = useState(() => partsOf(value, hasTime));
  // Something else has changed it, such as a draft.
  if (dateOf(typed, hasTime) !== value) setTyped(partsOf(value, hasTime));
  const change = (parts: Partial<DateParts>) => {
    const next = { ...typed, ...parts };
    setTyped(next);
    onChange(dateOf(next, hasTime));
  };
  const fillIn = (day: string) => {
    const { time: _, ...date } = partsOf(day);
    change(date);
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text");
    const day = wholeDate(text);
    const parts = splitDate(text);
    if (!day && !parts) return;
    event.preventDefault();
    if (day) fillIn(day);
    else change(parts ?? {});
  };
  /** What is typed whole into one box is read once it is left, or sent by Enter. Of a birth a year of two digits could be of either century. */
  const read = (text: string) => {
    const day = wholeDate(text, isBirth);
    if (day) return fillIn(day);
    const parts = splitDate(text);
    if (parts) change(parts);
  };
  const noteId = error || hint ? `${id}-note` : undefined;
  const wrong = error ? (problemOf(typed, hasTime)?.parts ?? ["day", "month", "year", "time"]) : [];
  const given = (part: keyof DateParts) => ({
    id: `${id}-${part}`,
    value: typed[part],
    "aria-invalid": wrong.includes(part) || undefined,
    "aria-describedby": wrong.includes(part) ? noteId : undefined,
  });
  return (
    <fieldset
      className={classNames("field date-field", className)}
      aria-describedby={noteId}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || onBlur?.()}
    >
      <legend className="field-label">
        {label}
        {isOptional && <span className="optional"> optional</span>}
      </legend>
      <div className="date-boxes">
        {boxes.map(({ part, label }, index) => (
          <div key={part}>
            <label htmlFor={`${id}-${part}`}>{label}</label>
            <Input
              {...given(part)}
              ref={index === 0 ? ref : undefined}
              className="num"
              inputMode="numeric"
              autoComplete={isBirth ? `bday-${part}` : "off"}
              onPaste={paste}
              onBlur={({ target }) => read(target.value)}
              onKeyDown={({ key, currentTarget }) => key === "Enter" && read(currentTarget.value)}
              onChange={({ target }) => {
                const day = wholeDate(target.value, true);
                if (day) fillIn(day);
                else change(splitDate(target.value) ?? { [part]: target.value });
              }}
            />
          </div>
        ))}
        {hasTime && (
          <div>
            <label htmlFor={`${id}-time`}>Time</label>
            <Input {...given("time")} type="time" onChange={({ target }) => change({ time: target.value })} />
          </div>
        )}
      </div>
      {noteId && <FieldNote id={noteId} hint={hint} error={error} />}
    </fieldset>
  );
}

interface DateParts {
  day: string;
  month: string;
  year: string;
  /** "12:00"; empty where no time is asked. */
  time: string;
}

const boxNames = ["day", "month", "year"] as const;

/** @param value "2027-01-26", with "T12:00" where a time is asked, or what `dateOf` made of boxes that are no date. */
export function partsOf(value: string, hasTime = false): DateParts {
  const [, date = "", time = ""] = (hasTime && /^(.*)T([\d:]*)$/.exec(value)) || ["", value];
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  if (isoYear) return { day: withoutZeros(isoDay), month: withoutZeros(isoMonth), year: isoYear, time };
  const [day = "", month = "", ...year] = date.split("/");
  return { day, month, year: year.join("/"), time };
}

/**
 * Returns an empty text for empty boxes; the boxes as they are where they are no date, which a schema refuses and a draft keeps.
 */
export function dateOf(parts: DateParts, hasTime = false): string {
  const { day, month, year, time } = parts;
  if (boxNames.every((box) => parts[box].trim() === "") && time === "") return "";
  const date = isoOf(parts) ?? [day, month, year].join("/");
  return hasTime ? `${date}T${time}` : date;
}

interface DateProblem {
  parts: readonly (keyof DateParts)[];
  message: string;
}

export function problemOf(parts: DateParts, hasTime = false): DateProblem | undefined {
  if (dateOf(parts, hasTime) === "") return undefined;
  const missing = [...boxNames, ...(hasTime ? (["time"] as const) : [])].filter((box) => parts[box].trim() === "");
  if (missing.length > 0) return { parts: missing, message: `Fill in the ${missing.join(" and the ")}` };
  const [day, month, year] = [readNumber(parts.day), readMonth(parts.month), readNumber(parts.year)];
  if (month === undefined)
    return { parts: ["month"], message: "Enter the month as a number from 1 to 12 or a name, such as Mar" };
  if (!/^\d{4}$/.test(parts.year.trim()) || year === undefined)
    return { parts: ["year"], message: "Enter the year with four digits" };
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (day === undefined || day < 1 || day > days)
    return {
      parts: ["day"],
      message: `Enter a day from 1 to ${days}: ${monthName(month)} ${year} has ${counted(days, "day")}`,
    };
  return undefined;
}

/** A whole date that was pasted, filled in by the browser or typed into one box. @param isTyped so that a year needs its four digits. */
export function wholeDate(text: string, isTyped = false): string | undefined {
  const trimmed = text.trim();
  if (isTyped && !/\d{4}/.test(trimmed)) return undefined;
  if (/^\d{5}(\.\d+)?$/.test(trimmed)) return undefined;
  const [, day, month, year] = /^(\d{2})(\d{2})(\d{4})$/.exec(trimmed) ?? [];
  const dayFirst = year && isoOf({ day: day ?? "", month: month ?? "", year, time: "" });
  return dayFirst || readDay(trimmed.replace(/^(\d{1,2})\s+(\d{1,2})\s+(\d{4})$/, "$1/$2/$3"));
}

/** Day, month and year that were typed or pasted into one box, though they may be no date: "31 2 2027". */
export function splitDate(text: string): Pick<DateParts, "day" | "month" | "year"> | undefined {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim()) ?? [];
  if (isoYear) return { day: withoutZeros(isoDay), month: withoutZeros(isoMonth), year: isoYear };
  const [, day, month, year] =
    /^(\d{1,2})[\s/.-]+(\d{1,2}|[a-z]{3,})\.?[\s/.-]+(\d{4})$/i.exec(text.trim()) ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(text.trim()) ??
    [];
  return day && month && year ? { day: withoutZeros(day), month: withoutZeros(month), year } : undefined;
}

function isoOf({ day, month, year }: DateParts): string | undefined {
  const monthNumber = readMonth(month);
  if (!/^\d{1,2}$/.test(day.trim()) || monthNumber === undefined || !/^\d{4}$/.test(year.trim())) return undefined;
  const iso = `${year.trim()}-${String(monthNumber).padStart(2, "0")}-${day.trim().padStart(2, "0")}`;
  const date = new Date(`${iso}T00:00:00Z`);
  // Some engines read 31 February as 3 March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined;
}

function readMonth(text: string): number | undefined {
  const number = readNumber(text);
  if (number !== undefined) return number >= 1 && number <= 12 ? number : undefined;
  return monthOfName(text.trim().replace(/\.$/, ""));
}

const readNumber = (text: string): number | undefined => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : undefined);

const withoutZeros = (digits = ""): string => digits.replace(/^0/, "");

const monthName = (month: number): string =>
  new Date(Date.UTC(2027, month - 1, 1)).toLocaleDateString("en-GB", { month: "long", timeZone: "UTC" });
