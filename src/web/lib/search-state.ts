import { useEffect, useRef } from "react";
import { type NavigateOptions, useSearchParams } from "react-router";
import { maximumLineLength } from "#shared/text-rules.ts";

/** Each function reads one parameter; it returns "" where the parameter is missing or invalid. */
type SearchSchema = Record<string, (text: string) => string>;

export type SearchState<Schema extends SearchSchema> = { [Name in keyof Schema]: ReturnType<Schema[Name]> };

export const text = (value: string): string => value.trim().slice(0, maximumLineLength);

export const oneOf =
  <Value extends string>(values: readonly Value[]) =>
  (value: string): Value | "" =>
    values.find((known) => known === value) ?? "";

export const uuid = (value: string): string => (uuidPattern.test(value) ? value : "");

/** RFC 9562: with a version and a variant. */
const uuidPattern = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

export const readSearch = <Schema extends SearchSchema>(schema: Schema, search: URLSearchParams) =>
  Object.fromEntries(
    Object.entries(schema).map(([name, read]) => [name, read(search.get(name) ?? "")]),
  ) as SearchState<Schema>;

/** The result leaves out empty parameters; those of other schemas stay. */
export function writeSearch<Schema extends SearchSchema>(
  schema: Schema,
  search: URLSearchParams,
  changes: Partial<SearchState<Schema>>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries({ ...readSearch(schema, search), ...changes })) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** State in the address: Back undoes it unless it is replaced. */
export function useSearchState<Schema extends SearchSchema>(schema: Schema) {
  const [search, setSearch] = useSearchParams();
  // Debounced words must not undo a choice that is not rendered yet.
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  }, [search]);
  return {
    state: readSearch(schema, search),
    change: (changes: Partial<SearchState<Schema>>, options?: NavigateOptions) => {
      const before = `${latest.current}`;
      latest.current = writeSearch(schema, latest.current, changes);
      // The same address again would be a step of the history, and take the focus.
      if (`${latest.current}` !== before) setSearch(latest.current, options);
    },
    linkTo: (changes: Partial<SearchState<Schema>>) => `?${writeSearch(schema, search, changes)}`,
  };
}

const foldsSearch = { folds: text };

/** Of a fold that the address keeps, so that it is open again after Back. @param isNamed it is open in any case. */
export function useKeptFold(name: string, isNamed = false) {
  const { state, change } = useSearchState(foldsSearch);
  const kept = state.folds.split(",").filter(Boolean);
  const isOpen = isNamed || kept.includes(name);
  const onToggle = (shows: boolean) => {
    if (shows === isOpen) return;
    const others = kept.filter((other) => other !== name);
    change({ folds: (shows ? [...others, name] : others).join(",") }, { replace: true });
  };
  return { isOpen, onToggle };
}
