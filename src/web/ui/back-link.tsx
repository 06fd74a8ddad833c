import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { InlineLink } from "./link.tsx";

interface BackLinkProps {
  to: string;
  className?: string;
  /** The name of the screen that it leads to. */
  children: ReactNode;
}

/** Above a page that opens from another one. */
export const BackLink = ({ to, className, children }: BackLinkProps) => (
  <p className={classNames("small back-link", className)}>
    <InlineLink to={to} isQuiet>
      {children}
    </InlineLink>
  </p>
);
