import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { type DealEntry, isMistaken, readEntry, writeEntry } from "./deal-entry.ts";
import { type NumberField, numberErrors, numberFields } from "./typed-numbers.ts";

type Texts = Record<NumberField, string>;

export interface DealForm {
  /** The last deal whose figures were all in order. */
  entry: DealEntry;
  /** What stands in the fields, in order or not. */
  texts: Texts;
  errors: Partial<Texts>;
  /** The address that was opened said something that cannot be used, and has been put right. */
  isMended: boolean;
  choose: (change: Partial<DealEntry>) => void;
  type: (field: NumberField, text: string) => void;
  /** Writes a number out as it is read; to be called when its field is left. */
  tidy: (field: NumberField) => void;
}

/** Safari refuses more than a hundred changes of the address in half a minute, which a slider soon makes. */
const addressDelayMs = 300;

/** The deal in the address, changed here at once and there in a moment. */
export function useDealEntry(): DealForm {
  const [query, setQuery] = useSearchParams();
  const address = query.toString();
  const known = useRef(isMistaken(query) ? undefined : address);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [entry, setEntry] = useState(() => readEntry(query));
  const [texts, setTexts] = useState(() => textsOf(entry));
  const [isMended, setMended] = useState(false);

  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    if (address === known.current) return;
    const opening = new URLSearchParams(address);
    const opened = readEntry(opening);
    const mistaken = isMistaken(opening);
    known.current = mistaken ? writeEntry(opened) : address;
    clearTimeout(timer.current);
    setEntry(opened);
    setTexts(textsOf(opened));
    setMended(mistaken);
    if (mistaken) setQuery(known.current, { replace: true });
  }, [address, setQuery]);

  const become = (next: DealEntry) => {
    setEntry(next);
    setMended(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      known.current = writeEntry(next);
      setQuery(known.current, { replace: true });
    }, addressDelayMs);
  };

  return {
    entry,
    texts,
    errors: errorsIn(texts),
    isMended,
    choose: (change) => {
      become({ ...entry, ...change });
      if (change.exitMultiple !== undefined)
        setTexts({ ...texts, multiple: textsOf({ ...entry, ...change }).multiple });
    },
    type: (field, text) => {
      setTexts({ ...texts, [field]: text });
      const { key, parse } = numberFields[field];
      const value = parse(text);
      if (value !== null && value !== entry[key]) become({ ...entry, [key]: value });
    },
    tidy: (field) => {
      const { parse, write } = numberFields[field];
      const value = parse(texts[field]);
      if (value !== null) setTexts({ ...texts, [field]: write(value) });
    },
  };
}

function textsOf(entry: DealEntry): Texts {
  const { amount, deals, multiple } = numberFields;
  return {
    amount: amount.write(entry[amount.key]),
    deals: deals.write(entry[deals.key]),
    multiple: multiple.write(entry[multiple.key]),
  };
}

function errorsIn(texts: Texts): Partial<Texts> {
  const fields = Object.keys(numberErrors) as NumberField[];
  return Object.fromEntries(
    fields
      .filter((field) => numberFields[field].parse(texts[field]) === null)
      .map((field) => [field, numberErrors[field]]),
  );
}
