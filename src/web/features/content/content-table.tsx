import type { ListedContent } from "#shared/content/content.ts";
import { type ContentKind, contentKindLabels } from "#shared/content/content-messages.ts";
import { paths } from "#shared/paths.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { InlineLink } from "#web/ui/link.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { ContentStatus } from "./content-status.tsx";
import { OrderButtons } from "./order-buttons.tsx";
import { ShownTitle } from "./shown-title.tsx";

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
  { header: "Kind", cell: ({ kind }) => <span className="whitespace-nowrap">{contentKindLabels[kind]}</span> },
  { header: "State", cell: (item) => <ContentStatus item={item} /> },
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
