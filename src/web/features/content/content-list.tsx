import { useRef } from "react";
import type { ListedContent } from "#shared/content/content.ts";
import {
  type ContentKind,
  contentKinds,
  contentStates,
  contentMessages as messages,
  orderedKinds,
} from "#shared/content/content-messages.ts";
import { oneOf, text, useSearchState } from "#web/lib/search-state.ts";
import { useList } from "#web/lib/use-list.ts";
import { ListView } from "#web/ui/list/list-view.tsx";
import { ViewRail } from "#web/ui/view-rail.tsx";
import { ContentFilter } from "./content-filter.tsx";
import { ContentTable } from "./content-table.tsx";
import { NewContent } from "./new-content.tsx";
import { RemoveExamples } from "./remove-examples.tsx";

const listSearch = { q: text, kind: oneOf(contentKinds), status: oneOf(contentStates) };

/** One is enough to know of, also where the list shows others. */
const removableExamples = { path: "/content", parameters: { removable: "examples", limit: "1" } };

/** More than any kind in an order has. */
const largestPage = "100";

export function ContentList({ onWrite }: { onWrite: (kind: ContentKind) => void }) {
  const { state: filter, change } = useSearchState(listSearch);
  const box = useRef<HTMLInputElement>(null);
  const isOrdered = orderedKinds.some((kind) => kind === filter.kind);
  const list = useList<ListedContent>({
    path: "/content",
    parameters: { q: filter.q, kind: filter.kind, state: filter.status, limit: isOrdered ? largestPage : "" },
    failureMessage: messages.fetchFailed,
  });
  const narrow = (changes: Partial<typeof filter>) => change(changes, { replace: true });
  const showAll = () => {
    narrow({ q: "", kind: "", status: "" });
    box.current?.focus();
  };
  const isFiltered = Boolean(filter.q || filter.status);
  const { items: examples = [] } = useList<ListedContent>(removableExamples);
  return (
    <ViewRail
      heading={messages.view}
      tools={
        <>
          <NewContent kind={filter.kind} onWrite={onWrite} />
          <ContentFilter filter={filter} onChange={narrow} ref={box} />
        </>
      }
    >
      <div className="grid gap-3 outline-none" tabIndex={-1}>
        {examples.length > 0 && <RemoveExamples />}
        <ListView
          list={list}
          noun="items"
          loading={messages.loading}
          empty={
            isFiltered || filter.kind
              ? { ...messages.nothingFound, clear: { label: messages.showAll, onClear: showAll } }
              : messages.nothingYet
          }
        >
          {(items) => (
            <ContentTable
              items={items}
              orderedKind={isOrdered && !isFiltered && !list.hasNextPage ? filter.kind : ""}
            />
          )}
        </ListView>
      </div>
    </ViewRail>
  );
}
