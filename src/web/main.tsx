import "#web/lib/without-eval.ts";
import { type ReactNode, StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "#web/app/app.tsx";
import { loadPage, renderedAt, siteDataAt } from "#web/app/site-pages.ts";
import { createSiteHistory, SiteRouter } from "#web/app/site-router.tsx";
import { callApi } from "#web/lib/api.ts";
import { onLinkIntent } from "#web/lib/link-intent.ts";
import { keepReadingPlace } from "#web/lib/reading-place.ts";
import { reportErrors } from "#web/lib/report-errors.ts";
import { startSession } from "#web/lib/session.ts";
import { createSiteData, SiteDataProvider, siteDataId } from "#web/lib/site-data.tsx";
import "#web/styles/index.css";

// In a task after the one that evaluates this file's chunk, which alone is long on a phone.
setTimeout(start);

async function start(): Promise<void> {
  reportErrors();
  startSession();
  const given = readSiteData();
  const siteData = createSiteData((path) => callApi("GET", path), given);
  onLinkIntent(({ pathname }) => {
    void loadPage(pathname);
    for (const path of siteDataAt(pathname)) siteData.prefetch(path);
  });
  keepReadingPlace();
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no element #root.");
  const { pathname, search, hash } = window.location;
  // The address is set this late: with its own address the browser finds anchors and the place where a reader was.
  if (pathname !== "/") window.history.replaceState(null, "", `/#${pathname}${search}${hash}`);
  const history = createSiteHistory();
  const isHydrating = root.childElementCount > 0 && !document.documentElement.classList.contains("hide-prerendered");
  // The document was rendered without a query, and somebody may be on the way to another page already.
  const initial = isHydrating
    ? { ...history.location, pathname: renderedAt(pathname, given), search: "" }
    : history.location;
  const app: ReactNode = (
    <StrictMode>
      <SiteRouter history={history} initial={initial}>
        <SiteDataProvider data={siteData}>
          <App />
        </SiteDataProvider>
      </SiteRouter>
    </StrictMode>
  );
  const page = loadPage(initial.pathname);
  if (isHydrating) {
    // React answers whatever is pressed from here on, and waits for no file to do it.
    await page;
    // So that it renders in slices of five milliseconds, and at once when something is pressed.
    startTransition(() => void hydrateRoot(root, app));
    window.dispatchEvent(new Event("app:hydrating"));
  } else {
    root.replaceChildren();
    document.documentElement.classList.remove("hide-prerendered");
    createRoot(root).render(app);
  }
}

/** Reads the data that the document was rendered from; a page of the development server brings nothing. */
function readSiteData(): Record<string, unknown> {
  const text = document.getElementById(siteDataId)?.textContent;
  return text ? JSON.parse(text) : {};
}
