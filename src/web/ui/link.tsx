import type { ReactNode } from "react";
import { type ButtonVariant, buttonClass } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { ArrowRight, ArrowUpRight } from "./icons.generated.ts";
import { RouteLink } from "./route-link.tsx";

interface LinkProps {
  /** Of the site, or a full address; other sites open in a new tab. */
  to: string;
  children: ReactNode;
  className?: string;
  onClick?: () => void;
  /** Typed by a member: rel "nofollow". */
  isNofollow?: boolean;
}

export function AnyLink({ to, children, isNofollow, ...rest }: LinkProps) {
  if (!isExternal(to)) {
    return (
      <RouteLink to={to} {...rest}>
        {children}
      </RouteLink>
    );
  }
  const rel = isNofollow ? "noopener noreferrer nofollow" : "noopener noreferrer";
  const target = isWeb(to) ? { target: "_blank", rel } : {};
  return (
    <a href={to} {...target} {...rest}>
      {children}
      {target.target && <span className="sr-only"> (opens in a new tab)</span>}
    </a>
  );
}

interface LinkButtonProps extends LinkProps {
  variant?: ButtonVariant;
  isSmall?: boolean;
  isFull?: boolean;
}

export function LinkButton({ variant, isSmall, isFull, className, children, ...rest }: LinkButtonProps) {
  return (
    <AnyLink {...rest} className={classNames(buttonClass({ variant, isSmall, isFull }), className)}>
      {children}
      {isWeb(rest.to) && <ArrowUpRight />}
    </AnyLink>
  );
}

/** A link outside of running text, with an arrow. */
export function TextLink({ className, children, ...rest }: LinkProps) {
  return (
    <AnyLink {...rest} className={classNames("text-link", className)}>
      <span>{children}</span>
      {isWeb(rest.to) ? <ArrowUpRight /> : <ArrowRight />}
    </AnyLink>
  );
}

interface InlineLinkProps extends LinkProps {
  /** In ink: back to a list, or where every row has one. */
  isQuiet?: boolean;
}

export function InlineLink({ className, isQuiet, ...rest }: InlineLinkProps) {
  return <AnyLink {...rest} className={classNames("inline-link", isQuiet && "is-quiet", className)} />;
}

/** Files of the site too: the server sends them, and no route of the app shows them. */
const isExternal = (to: string): boolean => /^([a-z]+:|\/api\/|\/[\w/-]+\.[a-z]+$)/i.test(to);
const isWeb = (to: string): boolean => /^https?:/i.test(to);
