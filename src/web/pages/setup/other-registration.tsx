import { useState } from "react";
import { paths } from "#shared/paths.ts";
import { setupMessages } from "#shared/setup/setup-messages.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { useClub } from "#web/lib/use-club.ts";
import { InlineLink } from "#web/ui/link.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { AuthCard } from "../auth-card.tsx";
import { RegistrationComplete } from "../register/registration-complete.tsx";
import { type Registered, RegistrationForm } from "../register/registration-form.tsx";

interface OtherRegistrationProps {
  invitation: { code: string; email: string };
  /** While somebody else was quicker. */
  typed: { full_name: string; password: string } | undefined;
  /** The club is set up. */
  isFinished: boolean;
}

/** For the first admins after the first. */
export function OtherRegistration({ invitation, typed, isFinished }: OtherRegistrationProps) {
  const club = useClub();
  usePageMeta("Register", "Register as an admin of the club.");
  const [registered, setRegistered] = useState<Registered | null>(null);
  if (registered !== null) return <RegistrationComplete {...registered} />;
  return (
    <AuthCard
      title={`Join ${club.identity.name}`}
      lead={`${isFinished ? "The club is set up." : "Another admin is setting up the club."} Your link makes you an admin too.`}
    >
      {typed && (
        <div role="status">
          <Notice>
            Another admin was quicker, so the club {isFinished ? "is" : "is being"} set up already. What you typed is
            kept: press Register for your account.
          </Notice>
        </div>
      )}
      <RegistrationForm invitation={{ ...invitation, ...typed }} asksForName onComplete={setRegistered} />
      <p className="note">
        {setupMessages.alreadyRegistered} <InlineLink to={paths.login}>{setupMessages.signIn}</InlineLink>
      </p>
    </AuthCard>
  );
}
