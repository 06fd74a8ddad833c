import { useEffect } from "react";
import { mailLinkMessages } from "#shared/mail-link-messages.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link.tsx";
import { focusPage } from "#web/ui/page-focus.ts";

interface LinkInvalidProps {
  title?: string;
  text: string;
  /** What to do next. */
  to: string;
  label: string;
}

/** Takes the focus from the form that it replaces. */
export function LinkInvalid({ title = mailLinkMessages.invalidTitle, text, to, label }: LinkInvalidProps) {
  useEffect(() => focusPage(), []);
  return (
    <div className="w-full max-w-[26.5rem]">
      <EmptyState
        isCard
        heading="h1"
        picture="broken"
        title={title}
        text={text}
        action={<LinkButton to={to}>{label}</LinkButton>}
      />
    </div>
  );
}
