import type { Session } from "#shared/account/session.ts";
import { invitationStates } from "#shared/invitations/invitation-messages.ts";
import type { ListedInvitation } from "#shared/invitations/invitations.ts";
import { shortDate } from "#web/lib/format.ts";
import { ListScreen } from "#web/lib/list-screen.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { BreakableText } from "#web/ui/breakable-text.tsx";
import type { RecordColumn } from "#web/ui/record-table.tsx";
import { InvitationActions } from "./invitation-actions.tsx";
import { InvitationForm } from "./invitation-form.tsx";
import { isExpired, usePendingDeletions } from "./use-invitations.ts";

export function ManageInvitations({ session }: { session: Session }) {
  const deletions = usePendingDeletions();
  return (
    <ListScreen<ListedInvitation>
      title="Manage Invitations"
      path="/invitations"
      noun="invitations"
      loading="Loading invitations"
      failed="Failed to fetch invitations."
      search="Part of an email"
      filters={[
        {
          name: "status",
          parameter: "state",
          label: "Status",
          all: "All",
          options: invitationStates.map((value) => ({ value, label: invitationStateLabels[value] })),
          isSegments: true,
        },
      ]}
      above={
        <div className="mb-2">
          <InvitationForm userId={session.user.id} />
        </div>
      }
      caption="Invitations, newest first"
      columns={columns}
      shown={(items) => items.filter(({ id }) => !deletions.some((deleted) => deleted.id === id))}
      empty={{ title: "No invitations yet", text: "Create the first one with the form above." }}
      nothing={{
        title: "No invitations found",
        text: "None has these words in its email and this status.",
        showAll: "Show all invitations",
      }}
    />
  );
}

const columns: RecordColumn<ListedInvitation>[] = [
  { header: "Email", className: "w-full", cell: ({ email }) => <BreakableText text={email} /> },
  { header: "Code", isWideOnly: true, cell: ({ code }) => <span className="code">{code}</span> },
  { header: "Created", cell: (invitation) => <CreatedCell invitation={invitation} /> },
  { header: "Status", cell: (invitation) => <StatusCell invitation={invitation} /> },
  {
    header: "Until or used on",
    className: "num whitespace-nowrap",
    cell: ({ used_at, expires_at }) => shortDate(used_at ?? expires_at),
  },
  {
    header: "Actions",
    isActions: true,
    cell: (invitation) =>
      invitation.used_at ? <UsedBy invitation={invitation} /> : <InvitationActions invitation={invitation} />,
  },
];

function CreatedCell({ invitation: { created_at, created_by_name } }: { invitation: ListedInvitation }) {
  return (
    <span className="num whitespace-nowrap" title={created_by_name ? `by ${created_by_name}` : undefined}>
      {shortDate(created_at)}
      {created_by_name && (
        <span className="note inline-block max-w-36 truncate align-bottom @min-[40rem]:@max-[68rem]:hidden">
          &nbsp;by {created_by_name}
        </span>
      )}
    </span>
  );
}

function StatusCell({ invitation }: { invitation: ListedInvitation }) {
  const state = invitation.used_at ? "used" : isExpired(invitation) ? "expired" : "unused";
  return (
    <Badge tone={state === "unused" ? "waiting" : "over"} isPlain>
      {invitationStateLabels[state]}
    </Badge>
  );
}

/** By the current e-mail, if changed since. */
function UsedBy({ invitation: { email, used_by_name, used_by_email } }: { invitation: ListedInvitation }) {
  const otherEmail = used_by_email !== email && used_by_email;
  if (!used_by_name && !otherEmail) return null;
  return (
    <span className="muted max-w-60 truncate" title={[used_by_name, otherEmail].filter(Boolean).join(", ")}>
      by {used_by_name}
      {used_by_name && otherEmail && ", "}
      {otherEmail}
    </span>
  );
}

const invitationStateLabels = { unused: "Unused", used: "Used", expired: "Expired" } as const;
