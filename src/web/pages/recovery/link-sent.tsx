import { useEffect } from "react";
import { mailLinkMessages } from "#shared/account/mail-link-messages.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link.tsx";
import { focusPage } from "#web/ui/page-focus.ts";

interface LinkSentProps {
  text: string;
  email: string;
  onAnother: () => void;
}

/** Takes the focus from the form that it replaces. */
export function LinkSent({ text, email, onAnother }: LinkSentProps) {
  useEffect(() => focusPage(), []);
  return (
    <div className="w-full max-w-[26.5rem]">
      <EmptyState
        isCard
        heading="h1"
        picture="submitted"
        title="Check your email"
        text={
          <>
            {text}
            <b className="mt-1.5 block wrap-anywhere font-semibold">{email}</b>
          </>
        }
        action={
          <>
            <LinkButton to={paths.login}>{mailLinkMessages.backToLogin}</LinkButton>
            <Button variant="ghost" isSmall onClick={onAnother}>
              Try another address
            </Button>
          </>
        }
      />
    </div>
  );
}
