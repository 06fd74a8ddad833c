import { useEffect, useRef } from "react";
import { type NavigateOptions, useSearchParams } from "react-router";
import { readSearch, type SearchSchema, type SearchState, writeSearch } from "./search-state.ts";

/** State in the address, so that it can be shared, outlives a reload, and Back undoes it unless it is replaced. */
export function useSearchState<Schema extends SearchSchema>(schema: Schema) {
  const [search, setSearch] = useSearchParams();
  // Typed words come after a pause, and must not undo what was chosen meanwhile and is not rendered yet.
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  }, [search]);
  return {
    state: readSearch(schema, search),
    change: (changes: Partial<SearchState<Schema>>, options?: NavigateOptions) => {
      latest.current = writeSearch(schema, latest.current, changes);
      setSearch(latest.current, options);
    },
    linkTo: (changes: Partial<SearchState<Schema>>) => `?${writeSearch(schema, search, changes)}`,
  };
}
