import type { Delivery } from "#shared/deals/deals.ts";
import { deliveryChannelLabels } from "#shared/deals/open-deal-messages.ts";
import { shortDate, shortLondonTime } from "#web/lib/format.ts";
import { ListScreen } from "#web/lib/list-screen.tsx";
import { Moment } from "#web/ui/moment.tsx";
import type { RecordColumn } from "#web/ui/record-table.tsx";

/** Every deal that was shown to anybody. */
export const Register = () => (
  <ListScreen<Delivery>
    title="What members were shown"
    path="/deliveries"
    noun="records"
    loading="Loading the register"
    exportTo={{
      path: "/deliveries.csv",
      label: "Export CSV",
      busy: "Preparing",
      failed: "The register could not be downloaded",
    }}
    above={
      <p className="muted mb-4 max-w-(--measure)">
        Who was shown what, when, and under which statement. Each row stays as it was written; every night the rows of
        the day are sealed.
      </p>
    }
    caption="What members were shown"
    columns={columns}
    empty={{
      title: "Nothing was shown yet",
      text: "Once a deal is released, each opening of its page and each email about it stands here.",
    }}
  />
);

const columns: RecordColumn<Delivery>[] = [
  {
    header: "Name",
    className: "@min-[40rem]:w-1/2 wrap-anywhere",
    cell: ({ full_name }) => full_name ?? <span className="muted">Record sealed</span>,
  },
  {
    header: "Company",
    isBeside: true,
    className: "@min-[40rem]:w-1/2 wrap-anywhere",
    cell: ({ company_name }) => company_name,
  },
  {
    header: "When",
    isPlain: true,
    className: "num @min-[56rem]:whitespace-nowrap",
    cell: ({ delivered_at }) => (
      <time dateTime={delivered_at}>
        <Moment text={shortLondonTime(delivered_at)} />
      </time>
    ),
  },
  {
    header: "How",
    isPlain: true,
    className: "whitespace-nowrap",
    cell: ({ channel }) => deliveryChannelLabels[channel],
  },
  { header: "Version of the page", className: "num", cell: ({ version_number }) => version_number },
  {
    header: "Statement",
    isWideOnly: true,
    className: "num whitespace-nowrap",
    cell: ({ signed_on, valid_through }) => `${shortDate(signed_on)} to ${shortDate(valid_through)}`,
  },
];
