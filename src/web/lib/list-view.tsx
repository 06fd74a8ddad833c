import { type ReactNode, useDeferredValue, useRef } from "react";
import { offlineMessages } from "#shared/network-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { ListState } from "./use-list.ts";
import { useOnline } from "./use-online.ts";

interface ListViewProps<Item> {
  list: ListState<Item>;
  /** What the items are: "members". */
  noun: string;
  loading: ReactNode;
  empty: ReactNode;
  /** What a list that could not be had shows; the button to try again is added below it. */
  failed?: { title: string; text: string };
  children: (items: Item[]) => ReactNode;
}

/** A list in each of its states: on its way, failed, empty, shown, with more to come. */
export function ListView<Item>({ list, noun, loading, empty, failed, children }: ListViewProps<Item>) {
  const { isPending, isPlaceholderData, refetch } = list;
  const isOnline = useOnline();
  // Whoever is typing comes first: an answer is drawn in slices, and until then the list of the former words stays.
  const isDrawn = useDeferredValue(list.fetched) === list.fetched;
  const drawn = useDeferredValue(list.items);
  // What somebody pressed changes the same answer, and shows at once.
  const items = isDrawn ? list.items : list.items && (drawn ?? list.items);
  const isBusy = isPlaceholderData || !isDrawn;
  if (isPending) return loading;
  if (!items) {
    return (
      <EmptyState
        isCard
        picture={failed ? "empty" : "broken"}
        title={failed?.title ?? "This list did not load"}
        text={
          failed?.text ??
          (isOnline ? "Something broke on the way. Trying again often helps." : offlineMessages.willLoad)
        }
        action={<Button onClick={() => refetch()}>Try again</Button>}
      />
    );
  }
  if (items.length === 0) return empty;
  return (
    <div className="relative grid gap-8" aria-busy={isBusy || undefined}>
      {children(items)}
      <LoadMore list={list} shown={items.length} noun={noun} />
    </div>
  );
}

/** What a short list says of its length is for screen readers alone: whoever sees it can count. */
function LoadMore<Item>({ list, shown, noun }: { list: ListState<Item>; shown: number; noun: string }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, pageCount } = list;
  const summary = useRef<HTMLParagraphElement>(null);
  const load = async () => {
    const { hasNextPage: hasMore } = await fetchNextPage();
    // The button goes with the last page; the focus must not go with it.
    if (!hasMore) summary.current?.focus();
  };
  const isLong = hasNextPage || pageCount > 1;
  return (
    <div className={isLong ? "grid justify-items-center gap-3" : "sr-only"}>
      <p className="note num outline-none" role="status" tabIndex={-1} ref={summary}>
        {isFetchNextPageError ? `More ${noun} could not be loaded.` : summaryOf(shown, noun, hasNextPage)}
      </p>
      {hasNextPage && (
        <Button variant="outline" busyLabel={isFetchingNextPage && "Loading..."} onClick={load}>
          {isFetchNextPageError ? "Try again" : "Load more"}
        </Button>
      )}
    </div>
  );
}

function summaryOf(shown: number, noun: string, hasMore: boolean): string {
  if (hasMore) return `The first ${shown} ${noun} are shown`;
  return shown === 1 ? `1 ${noun.replace(/s$/, "")} is shown` : `All ${shown} ${noun} are shown`;
}
