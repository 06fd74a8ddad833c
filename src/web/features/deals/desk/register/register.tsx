import { dealRegisterMessages as messages } from "#shared/deals/deal-register-messages.ts";
import type { Delivery } from "#shared/deals/deals.ts";
import { deliveryChannelLabels } from "#shared/deals/open-deal-messages.ts";
import { shortDate, shortLondonTime } from "#web/lib/format.ts";
import { ListScreen } from "#web/lib/list-screen.tsx";
import { Moment } from "#web/ui/moment.tsx";
import type { RecordColumn } from "#web/ui/record-table.tsx";

/** Every deal that was shown to anybody. */
export const Register = () => (
  <ListScreen<Delivery>
    title={messages.label}
    path="/deliveries"
    noun="records"
    loading={messages.loading}
    failed={messages.fetchFailed}
    exportTo={{
      ...{ path: "/deliveries.csv", label: messages.export },
      ...{ busy: messages.exporting, failed: messages.exportFailed },
    }}
    above={<p className="muted mb-4 max-w-(--measure)">{messages.text}</p>}
    caption={messages.caption}
    columns={columns}
    empty={{ title: messages.emptyTitle, text: messages.emptyText }}
  />
);

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
