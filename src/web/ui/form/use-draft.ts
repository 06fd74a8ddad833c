import { useCallback, useEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";

/**
 * Kept in sessionStorage, without secrets; the saved values stay the defaults.
 * @param key includes the person; without one nothing is kept.
 */
export function useDraft<Values extends FieldValues>(key: string | undefined, form: UseFormReturn<Values>) {
  const [isRestored] = useState(() => key !== undefined && readDraft(key) !== null);
  const { reset, subscribe, getValues } = form;
  useEffect(() => {
    if (key === undefined) return;
    const draft = readDraft(key);
    if (draft) reset({ ...getValues(), ...draft }, { keepDefaultValues: true });
    return subscribe({
      formState: { values: true },
      callback: ({ values, defaultValues }) => keepDraft(key, typedOf(withoutSecrets(values), defaultValues ?? {})),
    });
  }, [key, reset, subscribe, getValues]);
  return { isRestored, forgetDraft: () => key !== undefined && sessionStorage.removeItem(key) };
}

export interface LeftDraft {
  /** Of its entry in localStorage. */
  entry: string;
  /** ISO 8601. */
  at: string;
  /** Of the record that the text began with. */
  revision: number;
  typed: object;
}

/** Of this page as it is loaded: a reload, a second window and a duplicated one each have their own. */
const here = Math.random().toString(36).slice(2);
const keptDays = 30;
/** Signing out (`session.ts`) removes all entries that begin so. */
const prefix = "draft:";

/**
 * As `useDraft`, for long texts: kept in localStorage, an entry for each window, so that a crash or a closed window loses nothing and
 * two windows do not overwrite each other. A reload restores its own; `left` is what another window left, to be used or discarded.
 * @param key includes the person.
 * @param revision of the record that the unsaved text began with.
 */
export function useKeptDraft<Values extends FieldValues>(key: string, form: UseFormReturn<Values>, revision: number) {
  const [isRestored] = useState(() => readKept(ownEntry(key)) !== null);
  const [left, setLeft] = useState(() => newestLeft(key));
  const { reset, subscribe, getValues } = form;
  const begunWith = useRef(revision);
  useEffect(() => {
    begunWith.current = revision;
  }, [revision]);
  const lay = useCallback(
    (typed: object) => reset({ ...getValues(), ...typed }, { keepDefaultValues: true }),
    [reset, getValues],
  );
  useEffect(() => {
    const entry = ownEntry(key);
    const own = readKept(entry);
    sessionStorage.setItem(pointer(key), here);
    if (own) {
      localStorage.removeItem(entry);
      writeKept(ownEntry(key), own);
      lay(own.typed);
    }
    return subscribe({
      formState: { values: true },
      callback: ({ values, defaultValues }) => {
        const typed = typedOf(withoutSecrets(values), defaultValues ?? {});
        if (Object.keys(typed).length === 0) localStorage.removeItem(ownEntry(key));
        else writeKept(ownEntry(key), { at: new Date().toISOString(), revision: begunWith.current, typed });
      },
    });
  }, [key, lay, subscribe]);
  const discardLeft = () => {
    if (left) localStorage.removeItem(left.entry);
    setLeft(newestLeft(key));
  };
  const takeLeft = () => {
    if (!left) return;
    lay(left.typed);
    discardLeft();
  };
  return { isRestored, left, takeLeft, discardLeft, forgetDraft: () => localStorage.removeItem(ownEntry(key)) };
}

const pointer = (key: string): string => `${prefix}${key}:window`;
const ownEntry = (key: string): string => `${prefix}${key}:${sessionStorage.getItem(pointer(key)) ?? here}`;

type Kept = Pick<LeftDraft, "at" | "revision" | "typed">;

function readKept(entry: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(entry) ?? "null");
  } catch {
    return null;
  }
}

/** A browser without room for it keeps the text in the form alone. */
function writeKept(entry: string, kept: Kept): void {
  try {
    localStorage.setItem(entry, JSON.stringify(kept));
  } catch {}
}

/** The newest text of another window; one that is too old is removed. */
export function newestLeft(key: string, now = new Date()): LeftDraft | null {
  const oldest = new Date(now.getTime() - keptDays * 24 * 60 * 60 * 1000).toISOString();
  const others = Object.keys(localStorage).filter(
    (entry) => entry.startsWith(`${prefix}${key}:`) && entry !== ownEntry(key),
  );
  const found = others.flatMap((entry) => {
    const kept = readKept(entry);
    if (kept && kept.at >= oldest) return [{ entry, ...kept }];
    localStorage.removeItem(entry);
    return [];
  });
  return found.toSorted((one, other) => other.at.localeCompare(one.at))[0] ?? null;
}

/** What differs from the saved values alone, so that it is laid over a record that somebody saved meanwhile. */
export const typedOf = (values: object, saved: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name])),
  );

function keepDraft(key: string, draft: object): void {
  if (Object.keys(draft).length === 0) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, JSON.stringify(draft));
}

const secretName = /(^|_)(password|code|token|secret)$/;

/** Secret by the end of the field's name. */
export const withoutSecrets = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !secretName.test(name)));

export function readDraft(key: string): object | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}
