import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import type { ErrorCode } from "#shared/errors.ts";
import { signInMessages } from "#shared/sign-in-messages.ts";
import { weakPasswordMessage } from "#shared/weak-password-message.ts";
import { ApiError } from "#web/lib/api.ts";
import { toastFailure } from "./use-account.ts";

/** The field that a refusal is about. */
export type FieldOfCode<Values extends FieldValues> = Partial<Record<ErrorCode, Path<Values>>>;

/**
 * Says why a form was refused, at the fields that are at fault, else as a toast.
 * @returns the first of those fields.
 */
export function showRefusal<Values extends FieldValues>(
  { setError, getValues }: UseFormReturn<Values>,
  error: unknown,
  fieldOfCode: FieldOfCode<Values> = {},
): Path<Values> | undefined {
  const faults = faultsIn(error, fieldOfCode, Object.keys(getValues()) as Path<Values>[]);
  for (const { field, message } of faults) setError(field, { message });
  if (faults.length === 0) {
    toastFailure(error instanceof Error ? error : new Error(signInMessages.unexpected.description));
  }
  return faults[0]?.field;
}

function faultsIn<Values extends FieldValues>(
  error: unknown,
  fieldOfCode: FieldOfCode<Values>,
  fields: Path<Values>[],
): { field: Path<Values>; message: string }[] {
  if (!(error instanceof ApiError)) return [];
  const { code, detail, reasons, errors = [] } = error.problem;
  const field = fieldOfCode[code];
  if (field) return [{ field, message: weakPasswordMessage({ detail, reasons }) }];
  return errors.flatMap(({ path, message }) => {
    const named = fields.find((one) => one === path);
    return named ? [{ field: named, message }] : [];
  });
}
