import type { ListedContent } from "#shared/content/content.ts";
import { type ContentKind, contentKindLabels } from "#shared/content/content-messages.ts";
import { paths } from "#shared/paths.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { useAction } from "#web/lib/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { ContentStatus } from "./content-status.tsx";
import { ShownTitle } from "./shown-title.tsx";
import { contentLists } from "./use-content.ts";

interface ContentTableProps {
  items: ListedContent[];
  /** Whose order can be changed: all of its items are here. */
  orderedKind: ContentKind | "";
}

export function ContentTable({ items, orderedKind }: ContentTableProps) {
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
        <InlineLink to={paths.contentItem(id)} isQuiet>
          <ShownTitle title={title} />
        </InlineLink>
      </span>
    ),
  },
  { header: "State", isBeside: true, cell: (item) => <ContentStatus item={item} /> },
  { header: "Kind", cell: ({ kind }) => <span className="whitespace-nowrap">{contentKindLabels[kind]}</span> },
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
