import { type ReactElement, type ReactNode, useDeferredValue } from "react";
import { offlineMessages } from "#shared/app-messages.ts";
import { Button } from "../button.tsx";
import { EmptyState } from "../empty-state.tsx";
import { useOnline } from "../use-online.ts";
import type { ListState } from "./list-state.ts";
import { LoadMore } from "./load-more.tsx";
import { RowSkeletons } from "./row-skeletons.tsx";

interface Words {
  title: string;
  text: string;
}

interface EmptyWords extends Words {
  /** The way back from a filter that leaves nothing. */
  clear?: { label: string; onClear: () => void } | undefined;
}

interface ListViewProps<Item> {
  list: ListState<Item>;
  /** The fetched items with what pending mutations change of them. */
  items?: Item[] | undefined;
  /** What the items are: "members". Without it the list ends with its first page. */
  noun?: string;
  /** What screen readers hear while rows of people show, or other skeletons. */
  loading: string | ReactElement;
  empty: EmptyWords | ReactElement | false | null;
  /** In place of the usual words, when the list failed to load. */
  failed?: Words;
  children: (items: Item[]) => ReactNode;
}

/** A list in each of its states: loading, failed, empty, shown, with more to load. */
export function ListView<Item>({
  list,
  items = list.items,
  noun,
  loading,
  empty,
  failed,
  children,
}: ListViewProps<Item>) {
  // Typing comes first: a response is rendered in slices, and until then the former list stays.
  const isRendered = useDeferredValue(list.items) === list.items;
  const rendered = useDeferredValue(items);
  // A pending mutation changes the same response, and shows at once.
  const shown = isRendered ? items : items && (rendered ?? items);
  if (list.isPending) return typeof loading === "string" ? <RowSkeletons label={loading} /> : loading;
  if (!shown) return <ListFailed failed={failed} onRetry={list.refetch} />;
  if (shown.length === 0) return empty && "title" in empty ? <ListEmpty {...empty} /> : empty;
  return (
    <div className="relative grid gap-8" aria-busy={list.isPlaceholderData || !isRendered || undefined}>
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

function ListFailed({ failed, onRetry }: { failed: Words | undefined; onRetry: () => void }) {
  const isOnline = useOnline();
  const text = isOnline ? "Something broke on the way. Trying again often helps." : offlineMessages.willLoad;
  return (
    <EmptyState
      isCard
      picture={failed ? "empty" : "broken"}
      title={failed?.title ?? "This list did not load"}
      text={failed?.text ?? text}
      action={<Button onClick={() => onRetry()}>Try again</Button>}
    />
  );
}
