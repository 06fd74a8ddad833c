import { type ReactNode, startTransition, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { UNSAFE_createHashHistory as createHashHistory, createPath, type Location, Router } from "react-router";

type History = ReturnType<typeof createHashHistory>;

/** An address such as `/#//about` is that of `/about`: the router cannot resolve a path that begins with two slashes. */
export function createSiteHistory(): History {
  const history = createHashHistory({ window, v5Compat: true });
  return {
    ...history,
    get action() {
      return history.action;
    },
    get location() {
      return withOneSlash(history.location);
    },
    listen: (listener) => history.listen((next) => listener({ ...next, location: withOneSlash(next.location) })),
  };
}

function withOneSlash(location: Location): Location {
  return { ...location, pathname: location.pathname.replace(/^\/{2,}/, "/") };
}

interface SiteRouterProps {
  history: History;
  /** The first render is here; the address may be another one by then. */
  initial: Location;
  children: ReactNode;
}

/** Routes are in the hash; a link has the clean address of a page, in document and app alike, and a click takes its route. */
export function SiteRouter({ history, initial, children }: SiteRouterProps) {
  const [{ action, location }, setState] = useState({ action: history.action, location: initial });
  const navigator = useMemo(() => ({ ...history, createHref: toCleanHref }), [history]);
  useLayoutEffect(() => history.listen((next) => startTransition(() => setState(next))), [history]);
  // The query, and an address that changed before the router listened.
  useEffect(() => {
    startTransition(() =>
      setState((shown) => (createPath(shown.location) === createPath(history.location) ? shown : { ...history })),
    );
  }, [history]);
  return (
    <Router location={location} navigationType={action} navigator={navigator}>
      {children}
    </Router>
  );
}

const toCleanHref: History["createHref"] = (to) => (typeof to === "string" ? to : createPath(to));
