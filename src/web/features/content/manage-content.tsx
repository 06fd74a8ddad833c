import { lazy, Suspense, useState } from "react";
import type { Session } from "#shared/account/session.ts";
import { adminPaths } from "#shared/admin-paths.ts";
import type { ListedContent } from "#shared/content/content.ts";
import {
  addsContent,
  type ContentKind,
  contentKindLabels,
  contentKinds,
  contentStateLabels,
  contentStates,
  creatableKinds,
  isFixedKind,
  contentMessages as messages,
  orderedKinds,
} from "#shared/content/content-messages.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { ListScreen } from "#web/lib/list-screen.tsx";
import { oneOf, text, useSearchState, uuid } from "#web/lib/search-state.ts";
import { useAction } from "#web/lib/use-action.ts";
import { useList } from "#web/lib/use-list.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { Select } from "#web/ui/select.tsx";
import { ContentStatus, ShownTitle } from "./content-status.tsx";
import { EditorSkeleton } from "./editor-skeleton.tsx";
import { contentLists } from "./use-content.ts";

const EditContent = lazy(() => import("./edit-content.tsx").then((file) => ({ default: file.EditContent })));
const ContentEditor = lazy(() => import("./content-editor.tsx").then((file) => ({ default: file.ContentEditor })));

const contentSearch = { item: uuid, write: oneOf(contentKinds) };

export function ManageContent({ session }: { session: Session }) {
  const { state, change } = useSearchState(contentSearch);
  const userId = session.user.id;
  const close = () => change({ item: "", write: "" });
  if (!state.item && !state.write) return <ContentList onWrite={(kind) => change({ write: kind })} />;
  return (
    <Suspense fallback={<EditorSkeleton />}>
      {state.item ? (
        <EditContent key={state.item} id={state.item} userId={userId} onClose={close} />
      ) : (
        state.write && (
          <ContentEditor
            key={state.write}
            item={null}
            kind={state.write}
            userId={userId}
            onSaved={({ id }) => change({ item: id, write: "" }, { replace: true })}
            onClose={close}
          />
        )
      )}
    </Suspense>
  );
}

const listSearch = { q: text, kind: oneOf(contentKinds), status: oneOf(contentStates) };

/** One is enough to know of, also where the list shows others. */
const removableExamples = { path: "/content", parameters: { removable: "examples", limit: "1" } };

/** More than any kind in an order has. */
const largestPage = "100";

function ContentList({ onWrite }: { onWrite: (kind: ContentKind) => void }) {
  const { q, kind, status } = useSearchState(listSearch).state;
  const isOrdered = orderedKinds.some((ordered) => ordered === kind);
  const { items: examples = [] } = useList<ListedContent>(removableExamples);
  return (
    <ListScreen<ListedContent>
      title={messages.view}
      path="/content"
      noun="items"
      loading="Loading the content"
      fixed={{ limit: isOrdered ? largestPage : "" }}
      tools={<NewContent kind={kind} onWrite={onWrite} />}
      search="Part of a title"
      filters={[
        {
          name: "kind",
          label: "Kind",
          all: "All kinds",
          width: "w-32",
          options: contentKinds.map((value) => ({ value, label: contentKindLabels[value] })),
        },
        {
          name: "status",
          parameter: "state",
          label: "State",
          all: "Any state",
          width: "w-34",
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
  const next = chosen || (kind && !isFixedKind(kind) ? kind : first) || "article";
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
        {addsContent(next)}
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

interface ContentTableProps {
  items: ListedContent[];
  /** The order of this kind can be changed: all of its items are here. */
  orderedKind: ContentKind | "";
}

function ContentTable({ items, orderedKind }: ContentTableProps) {
  const order: RecordColumn<ListedContent> = {
    header: "Order",
    isActions: true,
    cell: (item) => <OrderButtons items={items} item={item} />,
  };
  return (
    <RecordTable
      caption={orderedKind ? "Content in the order of the site" : "Content, what was saved last first"}
      columns={orderedKind ? [...columns, order] : columns}
      rows={items}
      rowKey={({ id }) => id}
      isDense
    />
  );
}

const columns: RecordColumn<ListedContent>[] = [
  {
    header: "Title",
    className: "w-full",
    cell: ({ id, title }) => (
      <span className="block min-w-44 wrap-anywhere">
        <InlineLink to={adminPaths.contentItem(id)} isQuiet>
          <ShownTitle title={title} />
        </InlineLink>
      </span>
    ),
  },
  { header: "State", isBeside: true, cell: (item) => <ContentStatus item={item} /> },
  {
    header: "Kind",
    isPlain: true,
    cell: ({ kind }) => <span className="whitespace-nowrap">{contentKindLabels[kind]}</span>,
  },
  { header: "Saved", cell: (item) => <SavedCell item={item} /> },
];

function SavedCell({ item: { updated_at, updated_by_name } }: { item: ListedContent }) {
  return (
    <span className="note num block @4xl:max-w-60 @4xl:truncate" title={updated_by_name ?? undefined}>
      <span className="whitespace-nowrap">{formatDateTime(updated_at)}</span>{" "}
      {updated_by_name && <span className="wrap-anywhere">by {updated_by_name}</span>}
    </span>
  );
}

interface OrderButtonsProps {
  /** All of the kind, in their order. */
  items: ListedContent[];
  item: ListedContent;
}

function OrderButtons({ items, item }: OrderButtonsProps) {
  const place = items.findIndex(({ id }) => id === item.id);
  const { act, isPending } = useAction<unknown, { kind: string; ids: string[] }>("/content/order", {
    failed: "Failed to change the order.",
    invalidates: contentLists,
  });
  const moveTo = (to: number) => {
    const ids = items.map(({ id }) => id).filter((id) => id !== item.id);
    act({ kind: item.kind, ids: ids.toSpliced(to, 0, item.id) });
  };
  const move = (label: string, to: number) => (
    <Button
      variant="ghost"
      isSmall
      aria-disabled={to < 0 || to >= items.length || undefined}
      busyLabel={isPending && label}
      onClick={() => to >= 0 && to < items.length && moveTo(to)}
    >
      {label}
      <span className="sr-only">
        {" "}
        <ShownTitle title={item.title} />
      </span>
    </Button>
  );
  return (
    <>
      {move("Up", place - 1)}
      {move("Down", place + 1)}
    </>
  );
}
