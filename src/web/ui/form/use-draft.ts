import { useEffect, useState } from "react";
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
