import { useQuery } from "@tanstack/react-query";
import { paths } from "#shared/paths.ts";
import type { OwnDocument } from "#shared/portfolio/own-documents.ts";
import {
  documentKindLabels,
  documentKinds,
  documentLabel,
  documentPath,
} from "#shared/portfolio/own-documents-messages.ts";
import { longDate } from "#web/lib/format.ts";
import { formatBytes } from "#web/lib/format-bytes.ts";
import { ListScreen } from "#web/lib/list-screen.tsx";
import { OpenFile } from "#web/lib/open-file.tsx";
import { oneOf, uuid } from "#web/lib/search-state.ts";
import { InlineLink } from "#web/ui/link.tsx";
import type { RecordColumn } from "#web/ui/record-table.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import { OwnPage } from "../own-page.tsx";
import { documentChoicesQuery } from "../portfolio-queries.ts";

const messages = {
  title: "Documents",
  company: "Company",
} as const;

const yearIn = (typed: string): string => (/^\d{4}$/.test(typed) ? typed : "");

/** Everything of the reader's that is a file. */
export function DocumentsPage({ backTo }: { backTo: string }) {
  const { data: choices } = useQuery(documentChoicesQuery);
  const { companies = [], kinds = [], years = [] } = choices ?? {};
  return (
    <OwnPage title={messages.title} label={messages.title} backTo={backTo} className="own-documents">
      <ListScreen<OwnDocument>
        isInPage
        title={messages.title}
        path="/portfolio/me/documents"
        noun="documents"
        loading="Loading your documents"
        search="Company or round"
        filtersLabel="Filter your documents"
        filters={[
          {
            ...{ name: "holder", parameter: "company_id", label: messages.company, all: "All companies" },
            options: companies.map(({ id, name }) => ({ value: id, label: name })),
            read: uuid,
          },
          {
            ...{ name: "kind", label: "Kind", all: "All kinds" },
            options: kinds.map((value) => ({ value, label: documentKindLabels[value] })),
            read: oneOf(documentKinds),
          },
          {
            ...{ name: "year", label: "Year", all: "All years" },
            options: years.map((value) => ({ value: String(value), label: String(value) })),
            read: yearIn,
          },
        ]}
        above={
          <p className="muted mb-4 max-w-(--measure)">
            What you signed, what shows that you hold your shares and what they are worth, and what your companies
            wrote. The documents of your deals are here too, while they are open.
          </p>
        }
        caption="Your documents, newest first"
        columns={columns}
        rowKey={({ kind, id }) => `${kind} ${id}`}
        isRoomy
        empty={{
          title: "No documents yet",
          text: "They come here once you sign a statement, and when a deal that you joined is completed.",
        }}
        nothing={{ title: "Nothing fits", text: "None of your documents has all of that.", showAll: "Show all" }}
      />
    </OwnPage>
  );
}

const columns: RecordColumn<OwnDocument>[] = [
  {
    header: "Document",
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
  { header: "Of", className: "num whitespace-nowrap", cell: ({ dated_on }) => longDate(dated_on) },
  {
    ...{ header: "Size", isRight: true, isWideOnly: true, className: "num whitespace-nowrap" },
    cell: ({ bytes }) => bytes !== null && formatBytes(bytes),
  },
  { header: "File", isActions: true, cell: (document) => <File document={document} /> },
];

function File({ document }: { document: OwnDocument }) {
  const path = documentPath(document);
  if (path !== null)
    return (
      <OpenFile
        path={path}
        label="PDF"
        labelEnd={[documentLabel(document), document.company_name].filter(Boolean).join(", ")}
        failed="The document was not opened"
      />
    );
  return document.deal_id && <InlineLink to={paths.openDeal(document.deal_id)}>Read in the deal</InlineLink>;
}
