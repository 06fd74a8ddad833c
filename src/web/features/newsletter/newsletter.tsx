import { useRef } from "react";
import type { NewsletterSubscription } from "#shared/newsletter.ts";
import { newsletterListMessages as messages } from "#shared/newsletter-list-messages.ts";
import { newsletterMessages, newsletterStateLabels, newsletterStates } from "#shared/newsletter-messages.ts";
import { withCount } from "#web/lib/format.ts";
import { oneOf, text, useSearchState } from "#web/lib/search-state.ts";
import { useClub } from "#web/lib/use-club.ts";
import { useDownload } from "#web/lib/use-download.ts";
import { useList, withQuery } from "#web/lib/use-list.ts";
import { Button } from "#web/ui/button.tsx";
import { Download } from "#web/ui/icons.generated.ts";
import { Filters } from "#web/ui/list/filters.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { SearchBox } from "#web/ui/list/search-box.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import { ViewHead } from "#web/ui/view-head.tsx";
import { NewsletterTable } from "./newsletter-table.tsx";
import { useNewsletterCounts } from "./use-newsletter.ts";

/** Not `state`: that is a parameter of an OAuth return, which is taken out of addresses. */
const newsletterSearch = { q: text, status: oneOf(newsletterStates) };

export function Newsletter() {
  const { mode } = useClub().newsletter;
  const { state: filter, change } = useSearchState(newsletterSearch);
  const box = useRef<HTMLInputElement>(null);
  const counts = useNewsletterCounts();
  const parameters = { q: filter.q, state: filter.status };
  const list = useList<NewsletterSubscription>({
    path: "/newsletter-subscriptions",
    parameters,
    failureMessage: messages.fetchFailed,
  });
  const { mutate: download, isPending } = useDownload(withQuery("/newsletter-subscriptions.csv", parameters), (error) =>
    toastFailure(messages.exportFailed, error),
  );
  const narrow = (changes: Partial<typeof filter>) => change(changes, { replace: true });
  const showAll = () => {
    narrow({ q: "", status: "" });
    box.current?.focus();
  };
  const options = [
    { value: "" as const, label: withCount("All", counts && counts.waiting + counts.confirmed) },
    ...newsletterStates.map((value) => ({ value, label: withCount(newsletterStateLabels[value], counts?.[value]) })),
  ];
  return (
    <div>
      <ViewHead title={newsletterMessages.label}>
        <Filters
          label="Filter addresses"
          searchBox={
            <SearchBox words={filter.q} onSearch={(q) => narrow({ q })} placeholder={messages.searchHint} ref={box} />
          }
          active={filter.status ? 1 : 0}
        >
          <Segments label="Status" value={filter.status} options={options} onChange={(status) => narrow({ status })} />
          <Button variant="outline" isSmall busyLabel={isPending && messages.exporting} onClick={() => download()}>
            <Download />
            {messages.export}
          </Button>
        </Filters>
      </ViewHead>
      {mode !== "list" && <Notice className="mb-3">{messages.notList}</Notice>}
      <ListView
        list={list}
        noun="addresses"
        loading="Loading addresses"
        empty={
          filter.q || filter.status
            ? { ...notFoundWords, clear: { label: messages.showAll, onClear: showAll } }
            : emptyWords
        }
      >
        {(subscriptions) => <NewsletterTable subscriptions={subscriptions} />}
      </ListView>
    </div>
  );
}

const emptyWords = { title: messages.emptyTitle, text: messages.emptyText };
const notFoundWords = { title: messages.notFoundTitle, text: messages.notFoundText };
