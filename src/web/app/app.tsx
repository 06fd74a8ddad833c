import { useEffect } from "react";
import { HashRouter, useLocation, useNavigate } from "react-router";
import { OauthReturns } from "./oauth-returns.tsx";
import { SiteRoutes } from "./site-routes.tsx";

export function App() {
  return (
    <HashRouter>
      <SyncInitialHash />
      <OauthReturns>
        <SiteRoutes />
      </OauthReturns>
    </HashRouter>
  );
}

/** The router subscribes after its first commit: apply a hash changed before that. */
function SyncInitialHash() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the router has begun to listen
  useEffect(() => {
    const wanted = window.location.hash.slice(1).replace(/^(?!\/)/, "/");
    if (wanted !== `${pathname}${search}${hash}`) navigate(wanted, { replace: true });
  }, []);
  return null;
}
