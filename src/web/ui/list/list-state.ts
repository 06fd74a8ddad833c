export interface ListState<Item> {
  /** Undefined until the first page is loaded. */
  items: Item[] | undefined;
  pageCount: number;
  hasNextPage: boolean;
  isPending: boolean;
  /** Items of the former filter, until the new ones are loaded. */
  isPlaceholderData: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<{ hasNextPage: boolean }>;
  refetch: () => Promise<unknown>;
}
