import { HashRouter } from "react-router";
import { SiteRoutes } from "./site-routes.tsx";

export function App() {
  return (
    <HashRouter>
      <SiteRoutes />
    </HashRouter>
  );
}
