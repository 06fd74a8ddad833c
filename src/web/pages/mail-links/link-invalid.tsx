import { mailLinkMessages } from "#shared/account/mail-link-messages.ts";
import { LinkResult } from "./link-result.tsx";

interface LinkInvalidProps {
  title?: string;
  text: string;
  /** What to do next. */
  to: string;
  label: string;
}

export function LinkInvalid({ title = mailLinkMessages.invalidTitle, ...next }: LinkInvalidProps) {
  return <LinkResult picture="broken" title={title} {...next} />;
}
