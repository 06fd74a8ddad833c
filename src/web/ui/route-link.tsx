import type { ComponentProps } from "react";
import { type To, useHref, useLinkClickHandler } from "react-router";

interface RouteLinkProps extends Omit<ComponentProps<"a">, "href"> {
  to: To;
  replace?: boolean;
  state?: unknown;
}

/** A link to a page of ours. React Router's own weighs a kilobyte more, for prefetching that only its framework has. */
export function RouteLink({ to, replace, state, onClick, ...rest }: RouteLinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { replace, state });
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}
