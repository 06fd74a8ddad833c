import type { Session } from "#shared/session.ts";
import { useOwnProfile } from "#web/features/profiles/own/own-records.ts";
import { usePendingName } from "#web/lib/pending-mutations.ts";
import { Badge } from "#web/ui/badge.tsx";
import { greetingName, isAdmin } from "../session-user.ts";
import { AccountLink, LogOutButton } from "./account-actions.tsx";

interface AreaHeadProps {
  session: Session;
  isAccount: boolean;
}

export function AreaHead({ session, isAccount }: AreaHeadProps) {
  const { data: profile, isPending } = useOwnProfile();
  const underWay = usePendingName();
  // Wait for the profile, to avoid a change of name.
  const name = isPending
    ? null
    : greetingName(underWay.profile ?? profile?.full_name, withPendingName(session, underWay.account));
  return <Greeting session={session} name={name} isAccount={isAccount} />;
}

const withPendingName = ({ user }: Session, full_name = user.user_metadata.full_name): Session["user"] => ({
  ...user,
  user_metadata: { ...user.user_metadata, full_name },
});

export function ClosedAreaHead({ session }: { session: Session }) {
  return <Greeting session={session} name={greetingName(null, session.user)} isAccount />;
}

function Greeting({ session, name, isAccount }: AreaHeadProps & { name: string | null }) {
  return (
    <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="min-w-0">
        <h1 className="d1 wrap-anywhere">{name === null ? "Welcome back" : `Welcome back, ${name}`}</h1>
        {isAdmin(session) && (
          <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
            <Badge tone="pine">Admin Access</Badge>
            <span className="small muted wrap-anywhere">{session.user.email}</span>
          </p>
        )}
      </div>
      <div className="button-row">
        <AccountLink isCurrent={isAccount} />
        <LogOutButton />
      </div>
    </div>
  );
}
