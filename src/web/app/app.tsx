import { Route, Routes } from "react-router";
import { Page } from "#web/lib/lazy-page.tsx";
import { Layout } from "./layout.tsx";
import { OauthReturns } from "./oauth-returns.tsx";
import { authGate, memberPages, notFoundPage, openPages } from "./site-pages.ts";

/** Inside a router. The same tree in browser and document, so that React gives the same ids in both. */
export const App = () => (
  <OauthReturns>
    <SiteRoutes />
  </OauthReturns>
);

function SiteRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        {Object.entries(openPages).map(([path, page]) => (
          <Route key={path} path={path} element={<Page key={path} page={page} />} />
        ))}
        <Route element={<Page page={authGate} />}>
          {Object.entries(memberPages).map(([path, page]) => (
            <Route key={path} path={path} element={<Page key={path} page={page} />} />
          ))}
        </Route>
        <Route path="*" element={<Page key="*" page={notFoundPage} />} />
      </Route>
    </Routes>
  );
}
