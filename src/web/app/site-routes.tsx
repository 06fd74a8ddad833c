import { Route, Routes } from "react-router";
import { Page } from "#web/lib/lazy-page.tsx";
import { Layout } from "./layout.tsx";
import { authGate, memberPages, notFoundPage, openPages } from "./site-pages.ts";

export function SiteRoutes() {
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
