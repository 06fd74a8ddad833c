import type { Account } from "#shared/account/account.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { DeleteButton } from "./delete-button.tsx";

interface PendingEmailChangeProps {
  email: string;
  change: NonNullable<Account["email_change"]>;
}

export function PendingEmailChange({ email, change }: PendingEmailChangeProps) {
  return (
    <Card className="grid max-w-[40rem] gap-4 p-5 sm:p-6">
      <p>
        It changes to <b className="font-semibold wrap-anywhere">{change.new_email}</b> once you have confirmed it with
        the links in both emails. You are then signed out everywhere else.
      </p>
      <ul className="grid border-t border-line">
        <End address={email} isConfirmed={change.is_old_confirmed} />
        <End address={change.new_email} isConfirmed={change.is_new_confirmed} />
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="note num">The links work until {formatDateTime(change.expires_at)}.</p>
        <DeleteButton
          path="/account/email-changes"
          done={{ title: "The change of email was cancelled" }}
          busyLabel="Cancelling..."
          variant="danger"
        >
          Cancel the change
        </DeleteButton>
      </div>
    </Card>
  );
}

function End({ address, isConfirmed }: { address: string; isConfirmed: boolean }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 border-b border-line py-3">
      <span className="min-w-0 wrap-anywhere">{address}</span>
      {isConfirmed ? <Badge tone="live">Confirmed</Badge> : <Badge tone="waiting">Not confirmed yet</Badge>}
    </li>
  );
}
