import { useEffect } from "react";
import { paths } from "#shared/paths.ts";
import { registrationMessages } from "#shared/registration-messages.ts";
import { focusPage } from "#web/lib/arrival.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link.tsx";

/** Takes the form's place, and the focus with it. */
export function RegistrationComplete() {
  useEffect(() => focusPage(), []);
  return (
    <div className="w-full max-w-[26.5rem]">
      <EmptyState
        isCard
        heading="h1"
        picture="submitted"
        title={registrationMessages.completeTitle}
        text={registrationMessages.completeText}
        action={<LinkButton to={paths.login}>{registrationMessages.goToLogin}</LinkButton>}
      />
    </div>
  );
}
