import { useSearchParams } from "react-router";
import { type DirectoryFilter, filterOf, noFilter, withFilter } from "./directory-filter.ts";

/** The filter stands in the address, so that it can be shared. Choosing is a step that Back undoes; typing is not. */
export function useDirectoryFilter() {
  const [address, setAddress] = useSearchParams();
  return {
    filter: filterOf(address),
    search: (words: string) => setAddress(withFilter(address, { words }), { replace: true }),
    choose: (change: Partial<DirectoryFilter>) => setAddress(withFilter(address, change)),
    clear: () => setAddress(withFilter(address, noFilter)),
  };
}
