import { type ReactElement, type ReactNode, useDeferredValue, useRef } from "react";
import { Button } from "../button.tsx";
import { EmptyState } from "../empty-state.tsx";
import { LoadFailed } from "../load-failed.tsx";
import { RowSkeletons } from "./row-skeletons.tsx";

interface Words {
  title: string;
  text: string;
}

interface EmptyWords extends Words {
  /** Removes a filter that leaves nothing. */
  clear?: { label: string; onClear: () => void } | undefined;
}

interface ListViewProps<Item> {
  list: ListState<Item>;
  /** Applies pending mutations. */
  items?: Item[] | undefined;
  /** "members"; without it only the first page shows. */
  noun?: string;
  /** What failed to load, where "The members" does not tell it from another list of the page. */
  thing?: string | undefined;
  /** For screen readers, or other skeletons. */
  loading: string | ReactElement;
  empty: EmptyWords | ReactElement | false | null;
  failed?: Words;
  children: (items: Item[]) => ReactNode;
}

export function ListView<Item>({
  list,
  items = list.items,
  noun,
  thing = noun ? `The ${noun}` : "This list",
  loading,
  empty,
  failed,
  children,
}: ListViewProps<Item>) {
  // Typing comes first: a long list renders in the background.
  const isRendered = useDeferredValue(list.items) === list.items;
  const rendered = useDeferredValue(items);
  // Pending mutations show at once.
  const shown = isRendered ? items : items && (rendered ?? items);
  if (list.isPending) return typeof loading === "string" ? <RowSkeletons label={loading} /> : loading;
  if (!shown) {
    const { title, text } = failed ?? {
      title: `${thing} could not be loaded`,
      text: "Something broke on the way. Trying again often helps.",
    };
    return <LoadFailed title={title} text={!list.isToldByToast && text} onRetry={list.refetch} />;
  }
  if (shown.length === 0) return empty && "title" in empty ? <ListEmpty {...empty} /> : empty;
  return (
    <div className="relative grid gap-4" aria-busy={list.isPlaceholderData || !isRendered || undefined}>
      {children(shown)}
      {noun && <LoadMore list={list} shown={shown.length} noun={noun} />}
    </div>
  );
}

function ListEmpty({ clear, ...words }: EmptyWords) {
  if (!clear) return <EmptyState isCard {...words} />;
  const showAll = (
    <Button variant="outline" onClick={clear.onClear}>
      {clear.label}
    </Button>
  );
  return (
    <div role="status">
      <EmptyState isCard {...words} action={showAll} />
    </div>
  );
}

interface LoadMoreProps<Item> {
  list: ListState<Item>;
  shown: number;
  noun: string;
}

/** The count of a short list is for screen readers only. */
function LoadMore<Item>({ list, shown, noun }: LoadMoreProps<Item>) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, pageCount } = list;
  const summary = useRef<HTMLParagraphElement>(null);
  const load = async () => {
    const { hasNextPage: hasMore } = await fetchNextPage();
    // The focused button unmounts with the last page.
    if (!hasMore) summary.current?.focus();
  };
  const isLong = hasNextPage || pageCount > 1;
  return (
    <div className={isLong ? "flex flex-wrap items-center justify-between gap-3" : "sr-only"}>
      <p className="note num outline-none" role="status" tabIndex={-1} ref={summary}>
        {isFetchNextPageError ? `More ${noun} could not be loaded.` : summaryOf(shown, noun, hasNextPage)}
      </p>
      {hasNextPage && (
        <Button variant="outline" isSmall busyLabel={isFetchingNextPage && "Loading..."} onClick={load}>
          {isFetchNextPageError ? "Try again" : "Load more"}
        </Button>
      )}
    </div>
  );
}

function summaryOf(shown: number, noun: string, hasMore: boolean): string {
  if (hasMore) return `The first ${shown} ${noun} are shown`;
  if (shown === 2) return `Both ${noun} are shown`;
  return shown === 1 ? `1 ${singular(noun)} is shown` : `All ${shown} ${noun} are shown`;
}

/** "company" of "companies", "address" of "addresses"; of several words the first, "company of our public portfolio". */
const singular = (noun: string): string =>
  noun.replace(/^\w+/, (word) =>
    word === "people" ? "person" : word.replace(/ies$/, "y").replace(/(?<=ss)es$|(?<!s)s$/, ""),
  );

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
