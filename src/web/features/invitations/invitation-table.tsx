import type { ListedInvitation } from "#shared/invitations.ts";
import { shortDate } from "#web/lib/format.ts";
import { BreakableText } from "#web/ui/breakable-text.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { InvitationActions } from "./invitation-actions.tsx";
import { InvitationStatus } from "./invitation-status.tsx";

const columns: RecordColumn<ListedInvitation>[] = [
  { header: "Email", className: "w-full", cell: ({ email }) => <EmailCell email={email} /> },
  { header: "Code", cell: ({ code }) => <span className="code">{code}</span> },
  { header: "Created", cell: (invitation) => <CreatedCell invitation={invitation} /> },
  { header: "Status", cell: (invitation) => <InvitationStatus invitation={invitation} /> },
  { header: "Actions", isActions: true, cell: (invitation) => <InvitationActions invitation={invitation} /> },
];

export function InvitationTable({ invitations }: { invitations: ListedInvitation[] }) {
  return (
    <RecordTable caption="Invitations, newest first" columns={columns} rows={invitations} rowKey={({ id }) => id} />
  );
}

const EmailCell = ({ email }: { email: string }) => (
  <span className="block min-w-44">
    <BreakableText text={email} />
  </span>
);

/** Label on phones, where the table has no header. */
function CreatedCell({ invitation: { created_at, created_by_name } }: { invitation: ListedInvitation }) {
  return (
    <span className="note num">
      <span className="@min-[45rem]:hidden">Created </span>
      <span className="whitespace-nowrap">{shortDate(created_at)}</span>{" "}
      {created_by_name && <span className="wrap-anywhere @min-[45rem]:block">by {created_by_name}</span>}
    </span>
  );
}
