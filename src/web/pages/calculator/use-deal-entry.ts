import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { useClub } from "#web/lib/use-club.ts";
import {
  type DealEntry,
  isMistaken,
  type NumberField,
  numberFields,
  readEntry,
  typedNumbers,
  writeEntry,
} from "./deal-entry.ts";

type Texts = Record<NumberField, string>;

export interface DealForm {
  /** The last valid deal. */
  entry: DealEntry;
  /** As typed, valid or not. */
  texts: Texts;
  numbers: ReturnType<typeof typedNumbers>;
  errors: Partial<Texts>;
  /** The opened address had an invalid figure, replaced by the default. */
  isMended: boolean;
  choose: (change: Partial<DealEntry>) => void;
  type: (field: NumberField, text: string) => void;
  /** Runs on blur. */
  tidy: (field: NumberField) => void;
}

/** Safari limits address changes to 100 per 30 s, which a slider exceeds. */
const addressDelayMs = 300;

/** The address follows, debounced. */
export function useDealEntry(): DealForm {
  const [query, setQuery] = useSearchParams();
  const { minimum_investment_pence: minimumPence } = useClub();
  const numbers = typedNumbers(minimumPence);
  const address = query.toString();
  const known = useRef(isMistaken(query, minimumPence) ? undefined : address);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [entry, setEntry] = useState(() => readEntry(query, minimumPence));
  const [texts, setTexts] = useState(() => textsOf(entry));
  const [isMended, setMended] = useState(false);

  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    if (address === known.current) return;
    const opening = new URLSearchParams(address);
    const opened = readEntry(opening, minimumPence);
    const mistaken = isMistaken(opening, minimumPence);
    known.current = mistaken ? writeEntry(opened) : address;
    clearTimeout(timer.current);
    setEntry(opened);
    setTexts(textsOf(opened));
    setMended(mistaken);
    if (mistaken) setQuery(known.current, { replace: true });
  }, [address, setQuery, minimumPence]);

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
    numbers,
    errors: errorsIn(texts, numbers),
    isMended,
    choose: (change) => {
      become({ ...entry, ...change });
      if (change.exitMultiple !== undefined)
        setTexts({ ...texts, multiple: textsOf({ ...entry, ...change }).multiple });
    },
    type: (field, text) => {
      setTexts({ ...texts, [field]: text });
      const { key } = numberFields[field];
      const value = numbers[field].parse(text);
      if (value !== null && value !== entry[key]) become({ ...entry, [key]: value });
    },
    tidy: (field) => {
      const { write } = numberFields[field];
      const value = numbers[field].parse(texts[field]);
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

function errorsIn(texts: Texts, numbers: ReturnType<typeof typedNumbers>): Partial<Texts> {
  const fields = Object.keys(numbers) as NumberField[];
  return Object.fromEntries(
    fields
      .filter((field) => numbers[field].parse(texts[field]) === null)
      .map((field) => [field, numbers[field].problemOf(texts[field])]),
  );
}
