import type { Account, AccountSession } from "#shared/account/account.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { AccountSection } from "#web/ui/account-section.tsx";
import { DeleteButton } from "./delete-button.tsx";

/** The last used first. */
export function SessionsSection({ account: { sessions } }: { account: Account }) {
  const hasOthers = sessions.some(({ is_current }) => !is_current);
  return (
    <AccountSection
      heading="Where you are signed in"
      anchor="sessions"
      tools={
        hasOthers && (
          <DeleteButton
            path="/account/sessions"
            done={{ title: "Signed out everywhere else" }}
            busyLabel="Signing out..."
            variant="outline"
          >
            Sign out everywhere else
          </DeleteButton>
        )
      }
    >
      <ul className="account-rows">
        {sessions.map((session) => (
          <li key={session.id} className="account-row">
            <div>
              <b>{deviceOf(session)}</b>
              <p className="note num wrap-anywhere">{detailsOf(session)}</p>
            </div>
            <SessionEnd session={session} />
          </li>
        ))}
      </ul>
      {hasOthers && (
        <p className="note mt-3 max-w-(--measure)">
          If you do not know one of them, sign it out and change your password.
        </p>
      )}
    </AccountSection>
  );
}

const deviceOf = ({ device }: AccountSession): string => device ?? "Unknown device";

/** "This device. 81.2.69.142, signed in 30 Nov 2026, 06:30". */
function detailsOf({ is_current, ip_address, created_at, last_used_at }: AccountSession): string {
  const signedIn = `signed in ${formatDateTime(created_at)}`;
  const where = [ip_address, ip_address ? signedIn : `S${signedIn.slice(1)}`].filter(Boolean).join(", ");
  return is_current ? `This device. ${where}` : `${where}, last used ${formatDateTime(last_used_at)}`;
}

function SessionEnd({ session }: { session: AccountSession }) {
  if (session.is_current) return <span className="note">Now</span>;
  return (
    <DeleteButton
      path={`/account/sessions/${session.id}`}
      done={{ title: "Signed out there" }}
      busyLabel="Signing out..."
      variant="ghost"
    >
      Sign out<span className="sr-only"> {deviceOf(session)}</span>
    </DeleteButton>
  );
}
