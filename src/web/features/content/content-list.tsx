import type { ListedContent } from "#shared/content/content.ts";
import {
  type ContentKind,
  contentKindLabels,
  contentKinds,
  contentStateLabels,
  contentStates,
  contentMessages as messages,
  orderedKinds,
} from "#shared/content/content-messages.ts";
import { ListScreen } from "#web/lib/list-screen.tsx";
import { oneOf, text, useSearchState } from "#web/lib/search-state.ts";
import { useList } from "#web/lib/use-list.ts";
import { ContentTable } from "./content-table.tsx";
import { NewContent } from "./new-content.tsx";
import { RemoveExamples } from "./remove-examples.tsx";

const listSearch = { q: text, kind: oneOf(contentKinds), status: oneOf(contentStates) };

/** One is enough to know of, also where the list shows others. */
const removableExamples = { path: "/content", parameters: { removable: "examples", limit: "1" } };

/** More than any kind in an order has. */
const largestPage = "100";

export function ContentList({ onWrite }: { onWrite: (kind: ContentKind) => void }) {
  const { q, kind, status } = useSearchState(listSearch).state;
  const isOrdered = orderedKinds.some((ordered) => ordered === kind);
  const { items: examples = [] } = useList<ListedContent>(removableExamples);
  return (
    <ListScreen<ListedContent>
      title={messages.view}
      path="/content"
      noun="items"
      loading="Loading the content"
      failed="Failed to fetch content."
      fixed={{ limit: isOrdered ? largestPage : "" }}
      tools={<NewContent kind={kind} onWrite={onWrite} />}
      search="Part of a title"
      filters={[
        {
          ...{ name: "kind", label: "Kind", all: "All kinds", width: "w-32" },
          options: contentKinds.map((value) => ({ value, label: contentKindLabels[value] })),
        },
        {
          ...{ name: "status", parameter: "state", label: "State", all: "Any state", width: "w-34" },
          options: contentStates.map((value) => ({ value, label: contentStateLabels[value] })),
        },
      ]}
      above={
        examples.length > 0 && (
          <div className="mb-3">
            <RemoveExamples />
          </div>
        )
      }
      table={(items, isWhole) => (
        <ContentTable items={items} orderedKind={isOrdered && !q && !status && isWhole ? kind : ""} />
      )}
      empty={{ title: "Nothing is written yet", text: "What you write here appears on the site once you publish it." }}
      nothing={{
        title: "Nothing found",
        text: "No item of this kind and state has these words in its title.",
        showAll: "Show everything",
      }}
    />
  );
}
