import { useState } from "react";
import { paths } from "#shared/paths.ts";
import { setupMessages } from "#shared/setup-messages.ts";
import { Setup } from "#web/features/setup/setup.tsx";
import { QueryArea } from "#web/lib/query-client.tsx";
import { useClub } from "#web/lib/use-club.ts";
import { InlineLink } from "#web/ui/link.tsx";
import { AuthCard } from "./auth-card.tsx";
import { useLinkToken } from "./mail-links/link-token.ts";
import { RegistrationComplete } from "./register/registration-complete.tsx";
import { RegistrationForm } from "./register/registration-form.tsx";

/** Where a first admin's link leads. */
export function SetupPage() {
  const { token } = useLinkToken(paths.setup);
  const link = invitationOf(token);
  return (
    <div className="auth-page">
      <QueryArea>
        <Setup link={link} registration={link && <Registration invitation={link} />} />
      </QueryArea>
    </div>
  );
}

/** For the first admins after the first. */
function Registration({ invitation }: { invitation: { code: string; email: string } }) {
  const club = useClub();
  const [registered, setRegistered] = useState<string | null>(null);
  if (registered !== null) return <RegistrationComplete email={registered} />;
  return (
    <AuthCard title={`Join ${club.identity.name}`} lead={setupMessages.otherLead}>
      <RegistrationForm invitation={invitation} onComplete={setRegistered} />
      <p className="note">
        {setupMessages.alreadyRegistered} <InlineLink to={paths.login}>{setupMessages.signIn}</InlineLink>
      </p>
    </AuthCard>
  );
}

/** "K7QX2MPR9W-ada@club.example". */
function invitationOf(token: string | null): { code: string; email: string } | null {
  const [code = "", ...rest] = token?.split("-") ?? [];
  const email = rest.join("-");
  return code && email ? { code, email } : null;
}
