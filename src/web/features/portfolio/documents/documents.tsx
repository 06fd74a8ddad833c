import "../portfolio.css";
import { paths } from "#shared/paths.ts";
import { documentsMessages } from "#shared/portfolio/own-documents-messages.ts";
import { type LazyPage, lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { oneOf, useSearchState } from "#web/lib/search-state.ts";
import { ViewBoundary } from "#web/lib/view-boundary.tsx";
import { DocumentsPage } from "./documents-page.tsx";

interface PartProps {
  backTo: string;
  backLabel: string;
}

const parts = {
  export: lazyPage(() => import("../export/export-page.tsx").then((file) => file.ExportPage)),
  shown: lazyPage(() => import("./shown-page.tsx").then((file) => file.ShownPage)),
  "year-end": lazyPage(() => import("../year-end/year-end-page.tsx").then((file) => file.YearEndPage)),
} satisfies Record<string, LazyPage<PartProps>>;

const search = { part: oneOf(["export", "shown", "year-end"]) };

/** The reader's documents, or what the address names: the export, a tax year, the deals that they were shown. */
export function Documents() {
  const { part } = useSearchState(search).state;
  if (!part) return <DocumentsPage />;
  return (
    <ViewBoundary name={part}>
      <Page key={part} page={parts[part]} backTo={paths.documents} backLabel={documentsMessages.title} />
    </ViewBoundary>
  );
}
