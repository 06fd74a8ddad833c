import type { ListedInvestorRecord } from "#shared/investor-records/investor-records.ts";
import { personName } from "#shared/people/person-name.ts";
import { shortDate } from "#web/lib/format.ts";
import { ListScreen } from "#web/lib/list-screen.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { BreakableText } from "#web/ui/breakable-text.tsx";
import type { RecordColumn } from "#web/ui/record-table.tsx";
import { OpenRecord } from "./open-record.tsx";

const columns: RecordColumn<ListedInvestorRecord>[] = [
  {
    header: "Name",
    className: "@min-[40rem]:w-1/2",
    cell: ({ full_name, email, sealed_at }) =>
      sealed_at ? (
        <span className="muted">Deleted account</span>
      ) : (
        <BreakableText text={personName({ full_name, email }) ?? ""} />
      ),
  },
  {
    header: "Email",
    className: "@min-[40rem]:w-1/2",
    cell: ({ email }) => (email ? <BreakableText text={email} /> : "–"),
  },
  {
    header: "Record",
    cell: ({ is_complete }) => (
      <Badge tone={is_complete ? "live" : "waiting"} isPlain>
        {is_complete ? "Complete" : "Incomplete"}
      </Badge>
    ),
  },
  { header: "Begun on", className: "num whitespace-nowrap", cell: ({ created_at }) => shortDate(created_at) },
  {
    header: "Sealed until",
    className: "num whitespace-nowrap",
    cell: ({ retain_until }) => (retain_until ? shortDate(retain_until) : "–"),
  },
  {
    header: "Actions",
    isActions: true,
    cell: (record) => (record.can.open ? <OpenRecord record={record} /> : <span className="note">Your own</span>),
  },
];

export const InvestorRecords = () => (
  <ListScreen<ListedInvestorRecord>
    title="Investor Records"
    path="/investor-records"
    noun="records"
    loading="Loading investor records"
    failed="Failed to fetch investor records."
    caption="Investor records, newest first"
    columns={columns}
    empty={{ title: "No investor records", text: "Members fill theirs in on their account page." }}
  />
);
