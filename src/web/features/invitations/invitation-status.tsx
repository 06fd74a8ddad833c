import type { ReactNode } from "react";
import { invitationStateLabels } from "#shared/invitation-messages.ts";
import type { ListedInvitation } from "#shared/invitations.ts";
import { shortDate } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { BreakableText } from "#web/ui/breakable-text.tsx";
import { isExpired } from "./use-invitations.ts";

export function InvitationStatus({ invitation }: { invitation: ListedInvitation }) {
  const { used_at, expires_at } = invitation;
  if (used_at) {
    return (
      <Status state="used" note={shortDate(used_at)}>
        <UsedBy invitation={invitation} />
      </Status>
    );
  }
  if (isExpired(invitation)) return <Status state="expired" note={shortDate(expires_at)} />;
  return <Status state="unused" note={`Expires ${shortDate(expires_at)}`} />;
}

interface StatusProps {
  state: keyof typeof invitationStateLabels;
  note: string;
  children?: ReactNode;
}

function Status({ state, note, children }: StatusProps) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <Badge tone={state === "unused" ? "waiting" : "over"}>{invitationStateLabels[state]}</Badge>
      <span className="note num whitespace-nowrap">{note}</span>
      {children}
    </span>
  );
}

/** By the current e-mail, if changed since. */
function UsedBy({ invitation: { email, used_by_name, used_by_email } }: { invitation: ListedInvitation }) {
  const otherEmail = used_by_email !== email && used_by_email;
  if (!used_by_name && !otherEmail) return null;
  return (
    <span className="note basis-full">
      by {used_by_name}
      {used_by_name && otherEmail && ", "}
      {otherEmail && <BreakableText text={otherEmail} />}
    </span>
  );
}
