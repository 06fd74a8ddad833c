import type { Invitation } from "#shared/invitations.ts";
import { shortDate } from "#web/members/member-dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { InvitationActions } from "./invitation-actions.tsx";
import { isExpired } from "./is-expired.ts";

/** Once the rows are stacked no header stands above the dates. */
const DateCell = ({ label, date }: { label: string; date: string }) => (
  <span className="note num">
    <span className="min-[45rem]:hidden">{label} </span>
    <span className="whitespace-nowrap">{shortDate(date)}</span>
  </span>
);

const columns: RecordColumn<Invitation>[] = [
  { header: "Email", className: "w-full wrap-anywhere", cell: ({ email }) => email },
  { header: "Code", cell: ({ code }) => <span className="code">{code}</span> },
  { header: "Created", cell: ({ created_at }) => <DateCell label="Created" date={created_at} /> },
  { header: "Expires", cell: ({ expires_at }) => <DateCell label="Expires" date={expires_at} /> },
  { header: "Status", cell: (invitation) => <InvitationStatus invitation={invitation} /> },
  { header: "Actions", isActions: true, cell: (invitation) => <InvitationActions invitation={invitation} /> },
];

export function InvitationTable({ invitations }: { invitations: Invitation[] }) {
  return (
    <RecordTable caption="Invitations, newest first" columns={columns} rows={invitations} rowKey={({ id }) => id} />
  );
}

function InvitationStatus({ invitation }: { invitation: Invitation }) {
  if (invitation.used_at) {
    return (
      <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Badge tone="over">Used</Badge>
        <span className="note num whitespace-nowrap">{shortDate(invitation.used_at)}</span>
      </span>
    );
  }
  return isExpired(invitation) ? <Badge tone="over">Expired</Badge> : <Badge tone="waiting">Unused</Badge>;
}
