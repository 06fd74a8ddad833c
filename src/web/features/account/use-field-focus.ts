import { type RefObject, useEffect, useRef } from "react";

/**
 * @returns moves the focus to a field as soon as it can take it: while the form is busy, all of them are disabled.
 * `setFocus` of the form would do so some time later, when somebody may be typing already.
 */
export function useFieldFocus(
  form: RefObject<HTMLFormElement | null>,
  isBusy: boolean,
  firstField: string | undefined,
): (field: string | undefined) => void {
  const next = useRef(firstField);
  useEffect(() => {
    if (isBusy || !next.current) return;
    const field = form.current?.elements.namedItem(next.current);
    if (field instanceof HTMLInputElement) {
      field.focus();
      field.select();
    }
    next.current = undefined;
  }, [form, isBusy]);
  return (field) => {
    next.current = field;
  };
}
