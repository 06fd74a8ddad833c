import { useRef, useState } from "react";
import "#web/styles/people.css";
import "../statements.css";
import { statementRegisterMessages as messages } from "#shared/sign-statement-messages.ts";
import { statementStateLabels, statementStates } from "#shared/signed-statement-messages.ts";
import type { ListedStatement } from "#shared/signed-statements.ts";
import { statementKindLabels, statementKinds } from "#shared/statement-messages.ts";
import { oneOf, text, useSearchState } from "#web/lib/search-state.ts";
import { useDownload } from "#web/lib/use-download.ts";
import { useList, withQuery } from "#web/lib/use-list.ts";
import { Button } from "#web/ui/button.tsx";
import { Download } from "#web/ui/icons.generated.ts";
import { FilterChoice } from "#web/ui/list/filter-choice.tsx";
import { Filters } from "#web/ui/list/filters.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { SearchBox } from "#web/ui/list/search-box.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import { ViewHead } from "#web/ui/view-head.tsx";
import { EvidenceBar } from "./evidence-bar.tsx";
import { RegisterTable } from "./register-table.tsx";

/** Not `state`, which an address back from Google has. */
const registerSearch = { q: text, status: oneOf(statementStates), kind: oneOf(statementKinds) };

export function StatementRegister() {
  const { state: search, change } = useSearchState(registerSearch);
  const filter = { q: search.q, state: search.status, kind: search.kind };
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const box = useRef<HTMLInputElement>(null);
  const list = useList<ListedStatement>({
    path: "/statements",
    parameters: filter,
    failureMessage: messages.fetchFailed,
  });
  const narrow = (changes: Partial<typeof search>) => change(changes, { replace: true });
  const { mutate: download, isPending } = useDownload(withQuery("/statements.csv", filter), (error) =>
    toastFailure(messages.exportFailed, error),
  );
  const showAll = () => {
    narrow({ q: "", status: "", kind: "" });
    box.current?.focus();
  };
  const isFiltered = Boolean(filter.q || filter.state || filter.kind);
  return (
    // The focus comes here when a decision takes its button away.
    <section aria-labelledby="statement-register" tabIndex={-1} className="outline-none">
      <ViewHead id="statement-register" title={messages.label}>
        <Filters
          label={messages.filter}
          searchBox={
            <SearchBox words={filter.q} onSearch={(q) => narrow({ q })} placeholder={messages.searchHint} ref={box} />
          }
          active={[filter.state, filter.kind].filter(Boolean).length}
        >
          <FilterChoice
            label="State"
            all={messages.anyState}
            value={filter.state}
            options={statementStates.map((value) => ({ value, label: statementStateLabels[value] }))}
            onChange={(status) => narrow({ status })}
          />
          <FilterChoice
            label="Kind"
            all={messages.anyKind}
            value={filter.kind}
            options={statementKinds.map((value) => ({ value, label: statementKindLabels[value] }))}
            onChange={(kind) => narrow({ kind })}
          />
          <Button variant="outline" isSmall busyLabel={isPending && messages.exporting} onClick={() => download()}>
            <Download />
            {messages.export}
          </Button>
        </Filters>
      </ViewHead>
      <ListView
        list={list}
        noun="statements"
        loading={messages.loading}
        empty={
          isFiltered
            ? {
                title: messages.nothingTitle,
                text: messages.nothingText,
                clear: { label: messages.showAll, onClear: showAll },
              }
            : { title: messages.emptyTitle, text: messages.emptyText }
        }
      >
        {(statements) => (
          <>
            <EvidenceBar statements={statements} chosen={chosen} onChoose={setChosen} />
            <RegisterTable statements={statements} chosen={chosen} onChoose={setChosen} />
          </>
        )}
      </ListView>
    </section>
  );
}
