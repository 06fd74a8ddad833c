import type { ComponentProps } from "react";
import { club } from "#shared/club.ts";
import { InlineLink } from "#web/ui/link.tsx";

export const proseElements = {
  a: ({ href = "", children }: ComponentProps<"a">) => <InlineLink to={href}>{children}</InlineLink>,
  blockquote: (props: ComponentProps<"blockquote">) => <blockquote className="pull-quote" {...props} />,
};

export const Email = () => <InlineLink to={`mailto:${club.contactEmail}`}>{club.contactEmail}</InlineLink>;
