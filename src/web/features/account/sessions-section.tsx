import type { Account, AccountSession } from "#shared/account/account.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { AccountSection } from "#web/ui/account-section.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { DeleteButton } from "./delete-button.tsx";

const columns: RecordColumn<AccountSession>[] = [
  { header: "Device", className: "w-full", cell: (session) => <DeviceCell session={session} /> },
  { header: "IP address", cell: ({ ip_address }) => ip_address && <AddressCell address={ip_address} /> },
  { header: "Last used", cell: (session) => <LastUseCell session={session} /> },
  { header: "Actions", isActions: true, cell: (session) => <EndCell session={session} /> },
];

export function SessionsSection({ account: { sessions } }: { account: Account }) {
  const hasOthers = sessions.some(({ is_current }) => !is_current);
  return (
    <AccountSection heading="Sessions" part="sessions">
      <div className="grid justify-items-start gap-5">
        <p className="muted max-w-(--measure)">
          Where you are signed in. If you do not know one of them, sign it out and change your password.
        </p>
        <div className="w-full">
          <RecordTable
            caption="Sessions, the last used first"
            columns={columns}
            rows={sessions}
            rowKey={({ id }) => id}
          />
        </div>
        {hasOthers && (
          <DeleteButton
            path="/account/sessions"
            done={{ title: "Signed out everywhere else" }}
            busyLabel="Signing out..."
            variant="danger"
          >
            Sign out everywhere else
          </DeleteButton>
        )}
      </div>
    </AccountSection>
  );
}

const deviceOf = ({ device }: AccountSession): string => device ?? "Unknown device";

function DeviceCell({ session }: { session: AccountSession }) {
  return (
    <>
      <span className="font-[550]">{deviceOf(session)}</span>
      <span className="note num block font-normal">Signed in {formatDateTime(session.created_at)}</span>
    </>
  );
}

function AddressCell({ address }: { address: string }) {
  return <span className="note num inline-block min-w-[7rem] wrap-anywhere">{address}</span>;
}

function LastUseCell({ session: { is_current, last_used_at } }: { session: AccountSession }) {
  return (
    <span className="note num inline-block min-w-[5rem] whitespace-nowrap">
      {is_current ? "Now" : formatDateTime(last_used_at)}
    </span>
  );
}

function EndCell({ session }: { session: AccountSession }) {
  if (session.is_current) return <Badge tone="live">This one</Badge>;
  return (
    <DeleteButton
      path={`/account/sessions/${session.id}`}
      done={{ title: "Signed out there" }}
      busyLabel="Signing out..."
      variant="ghost"
      className="is-removal"
    >
      Sign out<span className="sr-only"> {deviceOf(session)}</span>
    </DeleteButton>
  );
}
