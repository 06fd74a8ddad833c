import { type QueryKey, useQueryClient } from "@tanstack/react-query";

/** @returns fetches again what is below these keys. */
export function useInvalidate(keys: readonly QueryKey[]): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}
