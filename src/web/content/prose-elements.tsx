import type { ComponentProps } from "react";
import { useClub } from "#web/lib/use-club.ts";
import { InlineLink } from "#web/ui/link.tsx";

export const proseElements = {
  a: ({ href = "", children }: ComponentProps<"a">) => <InlineLink to={href}>{children}</InlineLink>,
  blockquote: (props: ComponentProps<"blockquote">) => <blockquote className="pull-quote" {...props} />,
};

export function Email() {
  const { contact_email } = useClub().identity;
  return <InlineLink to={`mailto:${contact_email}`}>{contact_email}</InlineLink>;
}
