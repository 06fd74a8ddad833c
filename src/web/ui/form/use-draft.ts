import { useEffect, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";

/**
 * Keeps what is typed into a form for as long as the browser's tab lives: over a reload, a look at another page, a session
 * that ends. The saved values stay the form's defaults, and secrets are never kept.
 * @param key whose draft it is and of what.
 */
export function useDraft<Values extends FieldValues>(key: string, form: UseFormReturn<Values>) {
  const [isRestored] = useState(() => readDraft(key) !== null);
  const { reset, subscribe, getValues } = form;
  useEffect(() => {
    const draft = readDraft(key);
    if (draft) reset({ ...getValues(), ...draft }, { keepDefaultValues: true });
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => sessionStorage.setItem(key, JSON.stringify(withoutSecrets(values))),
    });
  }, [key, reset, subscribe, getValues]);
  return { isRestored, forgetDraft: () => sessionStorage.removeItem(key) };
}

const secretName = /(^|_)(password|code|token|secret)$/;

/** Fields are known as secret by the end of their names. */
export const withoutSecrets = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !secretName.test(name)));

function readDraft(key: string): object | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}
