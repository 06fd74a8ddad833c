import type { ReactNode } from "react";
import { useMatch } from "react-router";
import { paths } from "#shared/paths.ts";
import { RouteLink } from "#web/ui/route-link.tsx";

interface NavLinkProps {
  to: string;
  replace?: boolean;
  onClick?: () => void;
  children: ReactNode;
}

/** A link of the main navigation, which says whether its page, or one below it, is shown. */
export function NavLink({ to, ...rest }: NavLinkProps) {
  const isCurrent = useMatch({ path: to, end: to === paths.home }) !== null;
  return <RouteLink to={to} aria-current={isCurrent ? "page" : undefined} {...rest} />;
}

export const mainLinks = [
  { label: "Home", to: paths.home },
  { label: "About", to: paths.about },
  { label: "Membership", to: paths.membership },
  { label: "Insights", to: paths.insights },
  { label: "Founders", to: paths.founders },
  { label: "Contact", to: paths.contact },
] as const;
