import { useEffect } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";

/**
 * Keeps what is typed into a form for as long as the tab lives, so that a reload or a look at another tab of the page
 * loses nothing. The saved values stay the form's defaults.
 * @param key whose draft it is and of what.
 * @returns the function that forgets the draft.
 */
export function useDraft<Values extends FieldValues>(key: string, form: UseFormReturn<Values>): () => void {
  const { reset, subscribe, getValues } = form;
  useEffect(() => {
    const draft = readDraft(key);
    if (draft) reset({ ...getValues(), ...draft }, { keepDefaultValues: true });
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => sessionStorage.setItem(key, JSON.stringify(values)),
    });
  }, [key, reset, subscribe, getValues]);
  return () => sessionStorage.removeItem(key);
}

/** Whether there is something to bring back. */
export const hasDraft = (key: string): boolean => readDraft(key) !== null;

function readDraft(key: string): object | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}
