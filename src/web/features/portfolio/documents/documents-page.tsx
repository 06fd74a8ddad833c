import { useQuery } from "@tanstack/react-query";
import { paths } from "#shared/paths.ts";
import type { OwnDocument } from "#shared/portfolio/own-documents.ts";
import {
  documentKindLabels,
  documentKinds,
  documentLabel,
  documentPath,
  ownDocumentMessages as messages,
} from "#shared/portfolio/own-documents-messages.ts";
import { longDate } from "#web/lib/format.ts";
import { formatBytes } from "#web/lib/format-bytes.ts";
import { OpenFile } from "#web/lib/open-file.tsx";
import { oneOf, text, useSearchState, uuid } from "#web/lib/search-state.ts";
import { useList } from "#web/lib/use-list.ts";
import { InlineLink } from "#web/ui/link.tsx";
import { FilterChoice } from "#web/ui/list/filter-choice.tsx";
import { Filters } from "#web/ui/list/filters.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { SearchBox } from "#web/ui/list/search-box.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { OwnPage } from "../own-page.tsx";
import { documentChoicesQuery } from "../portfolio-queries.ts";

const search = {
  q: text,
  holder: uuid,
  kind: oneOf(documentKinds),
  year: (value: string) => (/^\d{4}$/.test(value) ? value : ""),
};
const all = { q: "", holder: "", kind: "", year: "" } as const;

/** Everything of the reader's that is a file. */
export function DocumentsPage({ backTo }: { backTo: string }) {
  const { state, change } = useSearchState(search);
  const { q, holder, kind, year } = state;
  const list = useList<OwnDocument>({
    path: "/portfolio/me/documents",
    parameters: { q, company_id: holder, kind, year },
  });
  const { data: choices } = useQuery(documentChoicesQuery);
  const active = [holder, kind, year].filter(Boolean).length;
  const isFiltered = q !== "" || active > 0;
  return (
    <OwnPage title={messages.title} label={messages.title} backTo={backTo} className="own-documents">
      <ViewHead title={messages.title}>
        <Filters
          label={messages.filters}
          active={active}
          searchBox={
            <SearchBox
              words={q}
              placeholder={messages.search}
              onSearch={(words) => change({ q: words }, { replace: true })}
            />
          }
        >
          <FilterChoice
            label={messages.company}
            all={messages.allCompanies}
            value={holder}
            options={(choices?.companies ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(value) => change({ holder: value })}
          />
          <FilterChoice
            label={messages.kind}
            all={messages.allKinds}
            value={kind}
            options={(choices?.kinds ?? []).map((value) => ({ value, label: documentKindLabels[value] }))}
            onChange={(value) => change({ kind: value })}
          />
          <FilterChoice
            label={messages.year}
            all={messages.allYears}
            value={year}
            options={(choices?.years ?? []).map((value) => ({ value: String(value), label: String(value) }))}
            onChange={(value) => change({ year: value })}
          />
        </Filters>
      </ViewHead>
      <p className="muted mb-4 max-w-(--measure)">{messages.text}</p>
      <ListView
        list={list}
        noun={messages.noun}
        loading={messages.loading}
        empty={
          isFiltered
            ? {
                ...{ title: messages.nothingFound, text: messages.nothingFoundText },
                clear: { label: messages.clear, onClear: () => change(all) },
              }
            : { title: messages.empty, text: messages.emptyText }
        }
      >
        {(documents) => (
          <RecordTable
            caption={messages.caption}
            columns={columns}
            rows={documents}
            rowKey={({ kind: of, id }) => `${of} ${id}`}
          />
        )}
      </ListView>
    </OwnPage>
  );
}

const columns: RecordColumn<OwnDocument>[] = [
  {
    header: messages.document,
    className: "own-holding wrap-anywhere",
    cell: (document) => (
      <>
        {documentLabel(document)}
        {document.deal_name !== null && <p className="note">{document.deal_name}</p>}
      </>
    ),
  },
  {
    header: messages.company,
    className: "wrap-anywhere",
    cell: ({ company_id, company_name, kind }) =>
      company_id !== null && kind !== "deal_document" ? (
        <RouteLink className="own-link" to={paths.ownCompany(company_id)}>
          {company_name}
        </RouteLink>
      ) : (
        company_name
      ),
  },
  { header: messages.dated, className: "num whitespace-nowrap", cell: ({ dated_on }) => longDate(dated_on) },
  {
    ...{ header: messages.size, isRight: true, isWideOnly: true, className: "num whitespace-nowrap" },
    cell: ({ bytes }) => bytes !== null && formatBytes(bytes),
  },
  { header: messages.file, isActions: true, cell: (document) => <File document={document} /> },
];

function File({ document }: { document: OwnDocument }) {
  const path = documentPath(document);
  if (path !== null)
    return (
      <OpenFile
        path={path}
        label={messages.pdf}
        labelEnd={[documentLabel(document), document.company_name].filter(Boolean).join(", ")}
        failed={messages.openFailed}
      />
    );
  return document.deal_id && <InlineLink to={paths.openDeal(document.deal_id)}>{messages.inDeal}</InlineLink>;
}
