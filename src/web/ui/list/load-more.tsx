import { useRef } from "react";
import { Button } from "../button.tsx";
import type { ListState } from "./list-state.ts";

interface LoadMoreProps<Item> {
  list: ListState<Item>;
  shown: number;
  noun: string;
}

/** The count of a short list is for screen readers only. */
export function LoadMore<Item>({ list, shown, noun }: LoadMoreProps<Item>) {
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
