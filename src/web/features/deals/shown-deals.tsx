import type { OwnDelivery } from "#shared/deals/deals.ts";
import { deliveryChannelLabels, shownMessages as messages } from "#shared/deals/open-deal-messages.ts";
import { FormHash } from "#web/features/statements/form-facts.tsx";
import { shortDate, shortLondonTime } from "#web/lib/format.ts";
import { useList } from "#web/lib/use-list.ts";
import { ListView } from "#web/ui/list/list-view.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";

/** The reader's own record, whatever their statement says now. */
export function ShownDeals() {
  const list = useList<OwnDelivery>({ path: "/deliveries/me" });
  return (
    <section aria-labelledby="shown-deals">
      <ViewHead id="shown-deals" title={messages.label} />
      <p className="muted mb-4 max-w-(--measure)">
        What of each deal was shown to you and how, with the terms and the statement that were valid. What you see again
        on the same day is listed once. Times are London’s.
      </p>
      <ListView
        list={list}
        noun="records"
        loading="Loading what you were shown"
        empty={{ title: "You were shown no deal yet", text: "Each deal that you are shown is listed here." }}
      >
        {(deliveries) => (
          <RecordTable
            caption="What was shown to you, newest first"
            columns={columns}
            rows={deliveries}
            rowKey={({ id }) => id}
          />
        )}
      </ListView>
    </section>
  );
}

const columns: RecordColumn<OwnDelivery>[] = [
  {
    header: "Company",
    className: "w-full wrap-anywhere",
    cell: ({ company_name }) => company_name ?? <span className="muted">{messages.hidden}</span>,
  },
  {
    header: "When",
    isBeside: true,
    className: "num @min-[56rem]:whitespace-nowrap",
    cell: ({ delivered_at }) => (
      <time dateTime={delivered_at}>
        <Moment text={shortLondonTime(delivered_at)} />
      </time>
    ),
  },
  {
    header: "How",
    className: "wrap-anywhere",
    cell: ({ channel, document_title }) =>
      document_title === null ? deliveryChannelLabels[channel] : `${deliveryChannelLabels[channel]}: ${document_title}`,
  },
  {
    header: "Terms",
    className: "num @min-[40rem]:min-w-28 @min-[56rem]:whitespace-nowrap",
    cell: ({ terms_number, terms_set_at }) => `Terms ${terms_number}, ${shortDate(terms_set_at)}`,
  },
  {
    header: "Hash",
    isWideOnly: true,
    cell: ({ page_sha256, delivered_at }) => <FormHash sha256={page_sha256} labelEnd={shortLondonTime(delivered_at)} />,
  },
  {
    header: "Statement",
    className: "num @min-[56rem]:whitespace-nowrap",
    cell: ({ signed_on, valid_through }) => (
      <>
        <span className="whitespace-nowrap">Signed {shortDate(signed_on)},</span>{" "}
        <span className="whitespace-nowrap">until {shortDate(valid_through)}</span>
      </>
    ),
  },
];
