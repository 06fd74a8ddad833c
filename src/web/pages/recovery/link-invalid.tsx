import { useEffect } from "react";
import { recoveryMessages } from "#shared/account-messages.ts";
import { paths } from "#shared/paths.ts";
import { focusPage } from "#web/lib/arrival.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link.tsx";

/** May take the form's place, and then the focus with it. */
export function LinkInvalid() {
  useEffect(() => focusPage(), []);
  return (
    <div className="w-full max-w-[26.5rem]">
      <EmptyState
        isCard
        heading="h1"
        picture="broken"
        title={recoveryMessages.linkInvalidTitle}
        text={recoveryMessages.linkInvalid}
        action={<LinkButton to={paths.forgotPassword}>{recoveryMessages.askAgain}</LinkButton>}
      />
    </div>
  );
}
