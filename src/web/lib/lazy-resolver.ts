import { useEffect } from "react";
import type { FieldValues, Resolver } from "react-hook-form";

/**
 * A form's validator, loaded after the form shows: with its rules it weighs more than the page.
 * @param load imports it; the same function at every call, since the form keeps the first resolver it is given.
 */
export function useLazyResolver<Values extends FieldValues>(load: () => Promise<Resolver<Values>>): Resolver<Values> {
  useEffect(() => void load().catch(() => {}), [load]);
  return async (...form) => (await load())(...form);
}
