import { Suspense, useRef } from "react";
import { Outlet, useLocation, useMatch } from "react-router";
import { paths } from "#shared/paths.ts";
import { ErrorBoundary } from "#web/lib/error-boundary.tsx";
import { NoScript } from "#web/lib/hydration.tsx";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { useCurrentUserId } from "#web/lib/session.ts";
import { useFreshSiteData } from "#web/lib/site-data.tsx";
import { Spinner } from "#web/ui/button.tsx";
import { focusPage } from "#web/ui/page-focus.ts";
import { Toaster } from "#web/ui/toaster.tsx";
import { useOnline } from "#web/ui/use-online.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { type Arrived, RouteFocus } from "./route-focus.tsx";
import { useBrandStyles } from "./use-brand-styles.ts";

const compactFooter = lazyPage(() => import("./compact-footer.tsx").then((file) => file.CompactFooter));

export function Layout() {
  const { pathname, key } = useLocation();
  const isMembersArea = useMatch(`${paths.members}/*`) !== null;
  const lastArrived = useRef<Arrived | null>(null);
  useFreshSiteData("/settings", key, useCurrentUserId());
  useBrandStyles();
  return (
    <>
      {/* A button: the URL's hash belongs to the router. */}
      <button type="button" className="btn btn-secondary skip-link" onClick={focusPage}>
        Skip to the content
      </button>
      <Header isCompact={isMembersArea} />
      <main>
        <ErrorBoundary resetKey={pathname}>
          <Suspense fallback={<PageLoading />}>
            <Outlet />
            <RouteFocus last={lastArrived} />
          </Suspense>
        </ErrorBoundary>
        <NoScript />
      </main>
      {isMembersArea ? (
        <Suspense>
          <Page page={compactFooter} />
        </Suspense>
      ) : (
        <Footer />
      )}
      <OfflineLine />
      <Toaster />
    </>
  );
}

function PageLoading() {
  return (
    <p className="page-loading" role="status">
      <Spinner />
      Loading...
    </p>
  );
}

/** The live region exists beforehand, so screen readers announce changes. */
function OfflineLine() {
  const isOnline = useOnline();
  return (
    <div role="status" className="offline-place">
      {!isOnline && (
        <p className="offline-line">
          <b>You are offline.</b> Until you close this page, what you have seen and typed is kept.
        </p>
      )}
    </div>
  );
}
