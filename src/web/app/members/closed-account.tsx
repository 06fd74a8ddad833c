import { closedMessages } from "#shared/membership-messages.ts";
import type { Session } from "#shared/session.ts";
import { AccountPage } from "#web/features/account/account-page.tsx";
import { accountTab } from "#web/lib/member-tabs.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { Notice } from "#web/ui/notice.tsx";
import { ClosedAreaHead } from "./area-head.tsx";

/** The account page of somebody to whom the rest of the members area is closed. */
export function ClosedAccount({ session }: { session: Session }) {
  usePageMeta(accountTab.label, "How you sign in, and where you are signed in.");
  return (
    <div className="wrap page page-end">
      <ClosedAreaHead session={session} />
      <Notice tone="warning" title={`${closedMessages[session.membership_end ?? "rejected"].title}.`} className="mb-10">
        The members area is closed to you, but your account stays yours to look after.
      </Notice>
      <AccountPage session={session} />
    </div>
  );
}
