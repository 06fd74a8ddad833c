import { OauthReturns } from "./oauth-returns.tsx";
import { SiteRoutes } from "./site-routes.tsx";

/** Inside a router. The same tree in browser and document, so that React gives the same ids in both. */
export const App = () => (
  <OauthReturns>
    <SiteRoutes />
  </OauthReturns>
);
