import type { ReactNode } from "react";
import { type ButtonVariant, buttonClass } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { ArrowRight, ArrowUpRight } from "./icons.generated.ts";
import { RouteLink } from "./route-link.tsx";

interface LinkProps {
  /** An address of the site, or a full one (https:, mailto:), which opens in a new tab if it leads to another site. */
  to: string;
  children: ReactNode;
  className?: string;
  onClick?: () => void;
  /** For an address that somebody else typed: search engines are told that the club does not vouch for it. */
  isNofollow?: boolean;
}

/** A link as the browser has it, inside the site or out of it, without any look of its own. */
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

/** A link that stands alone, with an ember underline and an arrow. */
export function TextLink({ className, children, ...rest }: LinkProps) {
  return (
    <AnyLink {...rest} className={classNames("text-link", className)}>
      <span>{children}</span>
      {isWeb(rest.to) ? <ArrowUpRight /> : <ArrowRight />}
    </AnyLink>
  );
}

/** A link inside running text. */
export function InlineLink({ className, ...rest }: LinkProps) {
  return <AnyLink {...rest} className={classNames("inline-link", className)} />;
}

const isExternal = (to: string): boolean => /^[a-z]+:/i.test(to);
const isWeb = (to: string): boolean => /^https?:/i.test(to);
