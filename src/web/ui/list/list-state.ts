/** A list as the server sends it, page by page. */
export interface ListState<Item> {
  /** Undefined until the first page is loaded. */
  items: Item[] | undefined;
  pageCount: number;
  hasNextPage: boolean;
  isPending: boolean;
  /** The items are those of the former filter, until the new ones are loaded. */
  isPlaceholderData: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<{ hasNextPage: boolean }>;
  refetch: () => Promise<unknown>;
}
