export interface ListState<Item> {
  /** The items are undefined until the first page is loaded. */
  items: Item[] | undefined;
  pageCount: number;
  hasNextPage: boolean;
  isPending: boolean;
  /** Items of the former filter, until the new ones are loaded. */
  isPlaceholderData: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  /** A toast says why it could not be loaded. */
  isToldByToast?: boolean;
  fetchNextPage: () => Promise<{ hasNextPage: boolean }>;
  refetch: () => Promise<unknown>;
}
