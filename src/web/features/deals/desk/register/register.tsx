import { dealRegisterMessages as messages } from "#shared/deals/deal-register-messages.ts";
import type { Delivery } from "#shared/deals/deals.ts";
import { deliveryChannelLabels } from "#shared/deals/open-deal-messages.ts";
import { DownloadButton } from "#web/lib/download-button.tsx";
import { shortDate, shortLondonTime } from "#web/lib/format.ts";
import { useList } from "#web/lib/use-list.ts";
import { Download } from "#web/ui/icons.generated.ts";
import { ListView } from "#web/ui/list/list-view.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";

/** Every deal that was shown to anybody. */
export function Register() {
  const list = useList<Delivery>({ path: "/deliveries", failureMessage: messages.fetchFailed });
  return (
    <section aria-labelledby="deal-register">
      <ViewHead id="deal-register" title={messages.label}>
        <DownloadButton path="/deliveries.csv" busy={messages.exporting} failed={messages.exportFailed}>
          <Download />
          {messages.export}
        </DownloadButton>
      </ViewHead>
      <p className="muted mb-4 max-w-(--measure)">{messages.text}</p>
      <ListView
        list={list}
        noun="records"
        loading={messages.loading}
        empty={{ title: messages.emptyTitle, text: messages.emptyText }}
      >
        {(deliveries) => (
          <RecordTable caption={messages.caption} columns={columns} rows={deliveries} rowKey={({ id }) => id} isDense />
        )}
      </ListView>
    </section>
  );
}

const columns: RecordColumn<Delivery>[] = [
  {
    header: messages.name,
    className: "@min-[40rem]:w-1/2 wrap-anywhere",
    cell: ({ full_name }) => full_name ?? <span className="muted">{messages.sealed}</span>,
  },
  { header: messages.company, className: "@min-[40rem]:w-1/2 wrap-anywhere", cell: ({ company_name }) => company_name },
  {
    header: messages.when,
    className: "num @min-[56rem]:whitespace-nowrap",
    cell: ({ delivered_at }) => (
      <time dateTime={delivered_at}>
        <Moment text={shortLondonTime(delivered_at)} />
      </time>
    ),
  },
  { header: messages.how, className: "whitespace-nowrap", cell: ({ channel }) => deliveryChannelLabels[channel] },
  { header: messages.version, className: "num", cell: ({ version_number }) => version_number },
  {
    header: messages.statement,
    isWideOnly: true,
    className: "num whitespace-nowrap",
    cell: ({ signed_on, valid_through }) => `${shortDate(signed_on)} to ${shortDate(valid_through)}`,
  },
];
