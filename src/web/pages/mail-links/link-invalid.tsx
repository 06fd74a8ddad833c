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

/** May take the form's place, and then the focus with it. */
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
