import type { FieldErrors, FieldValues, Path, UseFormSetFocus } from "react-hook-form";

/**
 * For a form whose fields are disabled while it is checked: the first one at fault takes the focus once it can.
 * @returns what `handleSubmit` takes second.
 */
export const focusFirstError =
  <Values extends FieldValues>(setFocus: UseFormSetFocus<Values>) =>
  (errors: FieldErrors<Values>): void => {
    const [first] = Object.keys(errors) as Path<Values>[];
    if (first) setTimeout(() => setFocus(first));
  };
