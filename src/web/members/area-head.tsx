import { greetingName, isAdmin, type Session } from "#shared/session.ts";
import { Badge } from "#web/ui/badge.tsx";
import { LogOutButton } from "./log-out-button.tsx";
import { useOwnProfile } from "./profile/own-records.ts";

export function AreaHead({ session }: { session: Session }) {
  const { data: profile, isPending } = useOwnProfile();
  return (
    <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="min-w-0">
        {/* The name waits for the profile, which is the first source of it: better none than two, one after the other. */}
        <h1 className="d1 wrap-anywhere">
          {isPending ? "Welcome back" : `Welcome back, ${greetingName(profile?.full_name, session.user)}`}
        </h1>
        {isAdmin(session) && (
          <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
            <Badge tone="pine">Admin Access</Badge>
            <span className="small muted wrap-anywhere">{session.user.email}</span>
          </p>
        )}
      </div>
      <LogOutButton />
    </div>
  );
}
