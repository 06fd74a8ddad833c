import { useState } from "react";
import type { ListedContent } from "#shared/content/content.ts";
import {
  type ContentKind,
  contentKindLabels,
  contentKinds,
  contentStateLabels,
  contentStates,
  creatableKinds,
  contentMessages as messages,
  orderedKinds,
} from "#shared/content/content-messages.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { ListScreen } from "#web/lib/list-screen.tsx";
import { oneOf, text, useSearchState } from "#web/lib/search-state.ts";
import { useList } from "#web/lib/use-list.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Select } from "#web/ui/select.tsx";
import { ContentTable } from "./content-table.tsx";
import { contentLists } from "./use-content.ts";

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

interface NewContentProps {
  /** That the list shows. */
  kind: ContentKind | "";
  onWrite: (kind: ContentKind) => void;
}

function NewContent({ kind, onWrite }: NewContentProps) {
  const [chosen, setChosen] = useState<ContentKind | "">("");
  const [first] = creatableKinds;
  const next = chosen || (kind && kind !== "page" ? kind : first) || "article";
  return (
    <form
      className="new-record"
      onSubmit={(event) => {
        event.preventDefault();
        onWrite(next);
      }}
    >
      <Field label="New" className="w-32!">
        <Select value={next} onChange={(event) => setChosen(event.target.value as ContentKind)}>
          {creatableKinds.map((creatable) => (
            <option key={creatable} value={creatable}>
              {contentKindLabels[creatable]}
            </option>
          ))}
        </Select>
      </Field>
      <Button type="submit" isSmall>
        Add
      </Button>
    </form>
  );
}

function RemoveExamples() {
  return (
    <Notice>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <p className="flex-[1_1_24rem]">
          <b className="font-semibold">Some of this is an example.</b> The site came with it, to show what belongs
          where. Members and visitors see the word “Example” beside it. What you edit is yours and stays.
        </p>
        <ActionButton<{ removed: number }>
          method="DELETE"
          path="/content/examples"
          variant="danger"
          label="Remove all examples"
          busy="Removing..."
          confirm={{
            title: "Remove all examples?",
            text: "Everything marked as an example is deleted, with its versions. What you have edited and the legal pages stay.",
          }}
          done={({ removed }) => (removed === 1 ? "1 example removed" : `${removed} examples removed`)}
          failed="Failed to remove the examples."
          invalidates={contentLists}
        />
      </div>
    </Notice>
  );
}
