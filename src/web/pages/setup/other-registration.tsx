import { useState } from "react";
import type { RegistrationInput } from "#shared/account/registrations.ts";
import { paths } from "#shared/paths.ts";
import { setupMessages } from "#shared/setup/setup-messages.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { useClub } from "#web/lib/use-club.ts";
import { FormField } from "#web/ui/form/form.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input } from "#web/ui/input.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { AuthCard } from "../auth-card.tsx";
import { RegistrationComplete } from "../register/registration-complete.tsx";
import { type Registered, RegistrationForm } from "../register/registration-form.tsx";

interface OtherRegistrationProps {
  invitation: { code: string; email: string };
  /** The values are set if somebody else was quicker. */
  typed: { full_name: string; password: string } | undefined;
  /** The club is set up. */
  isFinished: boolean;
}

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
      <RegistrationForm
        invitation={{ ...invitation, ...typed }}
        fieldsOfLink={(form) => <FieldsOfLink form={form} email={invitation.email} />}
        onComplete={setRegistered}
      />
      <p className="note">
        {setupMessages.alreadyRegistered} <InlineLink to={paths.login}>{setupMessages.signIn}</InlineLink>
      </p>
    </AuthCard>
  );
}

function FieldsOfLink({ form, email }: { form: ServerForm<RegistrationInput>; email: string }) {
  const [code, address] = (["code", "email"] as const).map((name) => form.getFieldState(name, form.formState).error);
  const problem = code ?? address;
  return (
    <>
      <p>{setupMessages.madeFor(email)}</p>
      {problem && (
        <div role="alert">
          <Notice tone="warning">
            {problem.message} The person who runs the server gets a new link with the command npm run first-admin.
          </Notice>
        </div>
      )}
      {/* For password managers, which save a password with its account. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <FormField form={form} name="full_name" label="Your name" hint="Shown beside what you approve">
        <Input autoComplete="name" required />
      </FormField>
    </>
  );
}
