import { lazy, Suspense, useRef, useState } from "react";
import { companyMessages as messages } from "#shared/deal-desk-messages.ts";
import { dealStateLabels } from "#shared/deal-messages.ts";
import type { Company, ListedCompany } from "#shared/deals.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { useList } from "#web/lib/use-list.ts";
import { InlineLink } from "#web/ui/link.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { SearchBox } from "#web/ui/list/search-box.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { closedDesk, deskSearch } from "../desk-search.ts";

const CompanyPanel = lazy(() => import("./company-panel.tsx").then((file) => ({ default: file.CompanyPanel })));

export function Companies({ userId }: { userId: string }) {
  const { state, change } = useSearchState(deskSearch);
  const { q } = state;
  const [opened, setOpened] = useState<{ company: Company; isOpen: boolean }>();
  const box = useRef<HTMLInputElement>(null);
  const list = useList<ListedCompany>({
    path: "/companies",
    parameters: { q },
    failureMessage: messages.fetchFailed,
  });
  const search = (q: string) => change({ q }, { replace: true });
  const onClear = () => {
    search("");
    box.current?.focus();
  };
  const clear = { label: messages.showAll, onClear };
  return (
    <section aria-labelledby="companies">
      <ViewHead id="companies" title={messages.label}>
        <search>
          <SearchBox words={q} onSearch={search} placeholder={messages.search} ref={box} />
        </search>
      </ViewHead>
      <ListView
        list={list}
        noun="companies"
        loading={messages.loading}
        empty={
          q
            ? { title: messages.nothingTitle, text: messages.nothingText, clear }
            : { title: messages.emptyTitle, text: messages.emptyText }
        }
      >
        {(companies) => (
          <RecordTable
            caption={messages.caption}
            columns={[...columns, editColumn((company) => setOpened({ company, isOpen: true }))]}
            rows={companies}
            rowKey={({ id }) => id}
            isDense
          />
        )}
      </ListView>
      <Suspense>
        {opened && (
          <CompanyPanel
            {...opened}
            key={`${opened.company.id} ${opened.company.updated_at}`}
            userId={userId}
            onClose={() => setOpened({ ...opened, isOpen: false })}
          />
        )}
      </Suspense>
    </section>
  );
}

const columns: RecordColumn<ListedCompany>[] = [
  { header: "Company", className: "wrap-anywhere", cell: ({ name }) => name },
  { header: "What it does", isWideOnly: true, className: "wrap-anywhere", cell: ({ one_line }) => one_line },
  { header: "Sector", isWideOnly: true, className: "min-w-24 wrap-anywhere", cell: ({ sector }) => sector },
  {
    header: "Founders",
    className: "wrap-anywhere",
    cell: ({ founders }) => founders.map(({ name }) => name).join(", "),
  },
  {
    header: "Deals",
    className: "@min-[40rem]:min-w-40 wrap-anywhere",
    cell: ({ deals }) => deals.length > 0 && <Deals deals={deals} />,
  },
];

const editColumn = (onOpen: (company: ListedCompany) => void): RecordColumn<ListedCompany> => ({
  header: "Actions",
  isActions: true,
  cell: (company) => (
    <RowAction labelEnd={company.name} onClick={() => onOpen(company)}>
      {messages.edit}
    </RowAction>
  ),
});

function Deals({ deals }: Pick<ListedCompany, "deals">) {
  const { linkTo } = useSearchState(deskSearch);
  return (
    <div className="grid gap-0.5">
      {deals.map(({ id, name, state }) => (
        <span key={id}>
          <InlineLink to={linkTo({ ...closedDesk, deal: id })} isQuiet>
            {name}
          </InlineLink>
          <span className="muted">, {dealStateLabels[state]}</span>
        </span>
      ))}
    </div>
  );
}
