import type { Invitation } from "#shared/invitations.ts";
import { shortDate } from "#web/members/member-dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { InvitationActions } from "./invitation-actions.tsx";
import { isExpired } from "./is-expired.ts";

const columns: RecordColumn<Invitation>[] = [
  { header: "Email", className: "w-full wrap-anywhere", cell: ({ email }) => email },
  { header: "Code", cell: ({ code }) => <span className="code">{code}</span> },
  { header: "Created", cell: ({ created_at }) => <CreatedCell date={created_at} /> },
  { header: "Status", cell: (invitation) => <StatusCell invitation={invitation} /> },
  { header: "Actions", isActions: true, cell: (invitation) => <InvitationActions invitation={invitation} /> },
];

export function InvitationTable({ invitations }: { invitations: Invitation[] }) {
  return (
    <RecordTable caption="Invitations, newest first" columns={columns} rows={invitations} rowKey={({ id }) => id} />
  );
}

/** Once the rows are stacked no header stands above the date. */
function CreatedCell({ date }: { date: string }) {
  return (
    <span className="note num whitespace-nowrap">
      <span className="min-[45rem]:hidden">Created </span>
      {shortDate(date)}
    </span>
  );
}

function StatusCell({ invitation }: { invitation: Invitation }) {
  const { used_at, expires_at } = invitation;
  if (used_at) return <Status tone="over" word="Used" note={shortDate(used_at)} />;
  if (isExpired(invitation)) return <Status tone="over" word="Expired" note={shortDate(expires_at)} />;
  return <Status tone="waiting" word="Unused" note={`Expires ${shortDate(expires_at)}`} />;
}

function Status({ tone, word, note }: { tone: "over" | "waiting"; word: string; note: string }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <Badge tone={tone}>{word}</Badge>
      <span className="note num whitespace-nowrap">{note}</span>
    </span>
  );
}
