import { type ClipboardEvent, type ReactNode, type Ref, useId, useState } from "react";
import { classNames } from "./class-names.ts";
import { type DateParts, dateOf, partsOf, problemOf, splitDate, wholeDate } from "./date-parts.ts";
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
