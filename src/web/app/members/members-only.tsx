import type { ReactNode } from "react";
import type { Session } from "#shared/account/session.ts";
import { closedMessages } from "#shared/membership-requests/membership-messages.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { QueryArea } from "#web/lib/query-client.tsx";
import { useSession } from "#web/lib/session.ts";
import { useClub } from "#web/lib/use-club.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { canEnterMembersArea } from "../session-user.ts";
import { AccountLink, LogOutButton } from "./account-actions.tsx";
import "#web/styles/members-area.css";

interface MembersOnlyProps {
  children: (session: Session) => ReactNode;
  /** Rendered for rejected or ended memberships, instead of the reason. */
  whenClosed?: (session: Session) => ReactNode;
}

export function MembersOnly({ children, whenClosed }: MembersOnlyProps) {
  const { session } = useSession();
  if (!session) return null;
  const shown = canEnterMembersArea(session) ? children(session) : whenClosed?.(session);
  return shown ? <QueryArea>{shown}</QueryArea> : <MembershipClosed session={session} />;
}

function MembershipClosed({ session }: { session: Session }) {
  const club = useClub();
  const { title, text } = closedMessages[session.membership_end ?? "rejected"];
  usePageMeta("Members", "The members area is closed to this account.");
  return (
    <div className="wrap page page-end">
      <EmptyState
        isCard
        heading="h1"
        picture="signed-out"
        title={title}
        text={
          <>
            {text} <InlineLink to={`mailto:${club.identity.contact_email}`}>{club.identity.contact_email}</InlineLink>.
          </>
        }
        action={
          <div className="button-row">
            <AccountLink />
            <LogOutButton />
          </div>
        }
      />
    </div>
  );
}
