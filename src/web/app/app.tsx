import { type FunctionComponent, lazy, type ReactNode, Suspense, useState } from "react";
import { Route, Routes, useLocation } from "react-router";
import { paths } from "#shared/paths.ts";
import { Page } from "#web/lib/lazy-page.tsx";
import { FinishingOauth } from "#web/lib/session.ts";
import type { FinishProps } from "./finish-oauth-return.tsx";
import { Layout } from "./layout.tsx";
import { authGate, memberPages, notFoundPage, openPages } from "./site-pages.ts";

/** Inside a router. The same tree in browser and document, so that React gives the same ids in both. */
export const App = () => (
  <OauthReturns>
    <SiteRoutes />
  </OauthReturns>
);

const FinishOauthReturn = lazy(() =>
  import("./finish-oauth-return.tsx").then(
    (module): { default: FunctionComponent<FinishProps> } => ({ default: module.FinishOauthReturn }),
    () => {
      window.location.replace(`/#${paths.login}`);
      return { default: () => null };
    },
  ),
);

/** Blocks rendering while the URL has OAuth parameters. */
function OauthReturns({ children }: { children: ReactNode }) {
  useLocation();
  const [isFinishing, setFinishing] = useState(false);
  // No document is rendered for such an address.
  const isReturn = typeof window !== "undefined" && isOauthReturn(window.location);
  return (
    <>
      <Suspense>{(isReturn || isFinishing) && <FinishOauthReturn onFinishing={setFinishing} />}</Suspense>
      {!isReturn && <FinishingOauth value={isFinishing}>{children}</FinishingOauth>}
    </>
  );
}

/** `code` and `error` may belong to another page, such as an invitation. */
const isOauthReturn = ({ search, hash }: Location): boolean =>
  /[?#&](access|refresh)_token=/.test(search + hash) ||
  (/^#\/(login|members)\/?([?#]|$)/.test(hash) && /[?#&](error(_\w+)?|code|state)=/.test(search + hash));

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
