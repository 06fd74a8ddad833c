import { auditMessages } from "#shared/audit/admin-messages.ts";
import { type AuditEvent, auditKindFacts, auditKinds } from "#shared/audit/audit.ts";
import { oneOf, type SearchState, useSearchState, uuid, writeSearch } from "#web/lib/search-state.ts";
import { downloadFile, useDownload } from "#web/lib/use-download.ts";
import { useList } from "#web/lib/use-list.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Download } from "#web/ui/icons.generated.ts";
import { FilterChoice } from "#web/ui/list/filter-choice.tsx";
import { Filters } from "#web/ui/list/filters.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { ViewRail } from "#web/ui/view-rail.tsx";
import { AuditTable } from "./audit-table.tsx";
import { PersonFilter } from "./person-filter.tsx";
import { usePersonSearch } from "./use-person-search.ts";

const auditSearch = { person: uuid, kind: oneOf(auditKinds) };

const kinds = auditKinds
  .map((value) => ({ value, label: auditKindFacts[value].name }))
  .toSorted((one, other) => one.label.localeCompare(other.label));

export function Audit() {
  const { state: filter, change } = useSearchState(auditSearch);
  const list = useList<AuditEvent>({
    path: "/audit-events",
    parameters: filter,
    failureMessage: auditMessages.fetchFailed,
  });
  const search = usePersonSearch();
  const changePerson = (person: string) => {
    search.setTyped("");
    change({ person });
  };
  const isFiltered = Boolean(filter.person || filter.kind);
  const showAll = <Button onClick={() => change({ person: "", kind: "" })}>Show everything</Button>;
  const { download, isPending } = useDownload(
    () => downloadFile("POST", exportPath(filter)),
    "Failed to export the audit.",
  );
  const exportCsv = () => {
    if (filter.person || !search.refuseUnchosen()) download();
  };
  return (
    <ViewRail
      heading="Audit"
      tools={
        <Filters
          label="Filter the audit"
          searchBox={<PersonFilter person={filter.person} search={search} onChange={changePerson} />}
          active={filter.kind ? 1 : 0}
        >
          <FilterChoice
            label="What happened"
            all="Anything"
            value={filter.kind}
            options={kinds}
            width=""
            onChange={(kind) => change({ kind })}
          />
          <Button variant="outline" isSmall busyLabel={isPending && "Exporting..."} onClick={exportCsv}>
            <Download />
            Export as CSV
          </Button>
        </Filters>
      }
    >
      <ListView
        list={list}
        noun="entries"
        loading="Loading the audit"
        empty={
          isFiltered ? (
            <EmptyState
              isCard
              title="Nothing like this happened"
              text="No entry matches what is chosen above."
              action={showAll}
            />
          ) : (
            { title: "Nothing has happened yet", text: "What people do leaves an entry here." }
          )
        }
      >
        {(events) => <AuditTable events={events} onPerson={changePerson} />}
      </ListView>
    </ViewRail>
  );
}

const exportPath = (filter: SearchState<typeof auditSearch>): string =>
  `/audit-events.csv?${writeSearch(auditSearch, new URLSearchParams(), filter)}`;
