import { type ReactElement, type ReactNode, useDeferredValue } from "react";
import { Button } from "../button.tsx";
import { EmptyState } from "../empty-state.tsx";
import { LoadFailed } from "../load-failed.tsx";
import type { ListState } from "./list-state.ts";
import { LoadMore } from "./load-more.tsx";
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
    const words = failed ?? {
      title: noun ? `The ${noun} did not load` : "This list did not load",
      text: "Something broke on the way. Trying again often helps.",
    };
    return <LoadFailed {...words} onRetry={list.refetch} />;
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
