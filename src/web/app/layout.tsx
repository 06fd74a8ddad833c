import { type RefObject, Suspense, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { Outlet, useLocation, useMatch, useNavigationType } from "react-router";
import { paths } from "#shared/paths.ts";
import { ErrorBoundary } from "#web/lib/error-boundary.tsx";
import { NoScript, useIsHydrating } from "#web/lib/hydration.tsx";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { showReadingPlace } from "#web/lib/reading-place.ts";
import { useCurrentUserId } from "#web/lib/session.ts";
import { useFreshSiteData } from "#web/lib/site-data.tsx";
import { useClub } from "#web/lib/use-club.ts";
import { Spinner } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { LinkButton } from "#web/ui/link.tsx";
import { focusPage, isTyping, prefersReducedMotion, showAnchor, showTop } from "#web/ui/page-focus.ts";
import { RouteLink } from "#web/ui/route-link.tsx";
import { Toaster } from "#web/ui/toaster.tsx";
import { useOnline } from "#web/ui/use-online.ts";
import { AuthButtons } from "./auth-buttons.tsx";
import { ConfirmSignIn } from "./confirm-sign-in.tsx";
import { Footer } from "./footer.tsx";
import { Logo } from "./logo.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { mainLinks, NavLink } from "./nav-link.tsx";
import { replayEarlyInput } from "./replay-early-input.ts";
import { isPublished } from "./site-pages.ts";

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
      {isPublished(pathname) ? (
        <Footer />
      ) : (
        <Suspense>
          <Page page={compactFooter} />
        </Suspense>
      )}
      <OfflineLine />
      <ConfirmSignIn />
      <Toaster />
    </>
  );
}

/** The document has the colours of when it was rendered: those that are saved since are loaded. */
function useBrandStyles(): void {
  const { main_colour, accent_colour } = useClub().brand;
  const colours = `${main_colour} ${accent_colour}`;
  const loaded = useRef(colours);
  useEffect(() => {
    if (loaded.current === colours) return;
    loaded.current = colours;
    const link = document.querySelector<HTMLLinkElement>('link[href^="/brand.css"]') ?? document.createElement("link");
    link.rel = "stylesheet";
    link.href = `/brand.css?${encodeURIComponent(colours)}`;
    document.head.append(link);
  }, [colours]);
}

const solidPastPx = 50;
const menuId = "mobile-menu";

/** @param isCompact 60 px, without a button in the club's colour: behind sign-in. boot.ts makes the document's so by the class alone. */
function Header({ isCompact }: { isCompact: boolean }) {
  const isSolid = useScrolledPast(solidPastPx);
  const menu = useRef<HTMLDialogElement>(null);
  return (
    <header className={classNames("site-header", isSolid && "is-solid", isCompact && "is-compact")}>
      <div className="wrap">
        <div className="site-header-row">
          <Logo />
          <nav className="main-nav" aria-label="Main">
            <ul>
              {mainLinks.map(({ label, to }) => (
                <li key={to}>
                  <NavLink to={to}>{label}</NavLink>
                </li>
              ))}
              <li className="when-compact">
                <RouteLink to={paths.membership}>Join Now</RouteLink>
              </li>
            </ul>
          </nav>
          <div className="header-end">
            <div className="bar-search" />
            <div className="bar-bell" />
            <AuthButtons isSmall />
            <LinkButton to={paths.membership} variant="primary" isSmall>
              Join Now
            </LinkButton>
            <button
              type="button"
              className="btn btn-ghost btn-icon"
              aria-label="Open menu"
              aria-haspopup="dialog"
              // Opens it before the app has come; the handler is for browsers that know no commands.
              {...{ command: "show-modal", commandfor: menuId }}
              onClick={({ currentTarget }) => currentTarget.commandForElement || menu.current?.showModal()}
            >
              <svg
                className="lucide"
                viewBox="0 0 24 24"
                stroke="currentColor"
                strokeLinecap="round"
                aria-hidden="true"
              >
                <path d="M4 8h16M4 16h16" />
              </svg>
            </button>
          </div>
        </div>
      </div>
      <MobileMenu ref={menu} id={menuId} isCompact={isCompact} />
    </header>
  );
}

const useScrolledPast = (pixels: number): boolean =>
  useSyncExternalStore(
    onScroll,
    () => window.scrollY > pixels,
    () => false,
  );

function onScroll(listener: () => void): () => void {
  window.addEventListener("scroll", listener, { passive: true });
  return () => window.removeEventListener("scroll", listener);
}

function PageLoading() {
  return (
    <p className="page-loading" role="status">
      <Spinner />
      Loading...
    </p>
  );
}

interface Arrived {
  pathname: string;
  search: string;
  /** Document title. */
  title: string;
}

/**
 * Scrolls, focuses and announces after navigation; same-path changes are only announced. Inside the page's Suspense
 * boundary, so effects run after it is rendered. @param last previous address, kept outside since an error unmounts
 * this.
 */
function RouteFocus({ last }: { last: RefObject<Arrived | null> }) {
  const { pathname, search, hash, key } = useLocation();
  const isBackOrForward = useNavigationType() === "POP";
  const [announcement, setAnnouncement] = useState("");
  const [isFromDocument] = useState(useIsHydrating());

  useLayoutEffect(() => {
    // Once React is done with this commit, and before anything else.
    if (isFromDocument) queueMicrotask(() => replayEarlyInput(document));
  }, [isFromDocument]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes when the same link is pressed again
  useEffect(() => {
    const before = last.current;
    const isNewPage = before?.pathname !== pathname;
    last.current = { pathname, search, title: document.title };
    // The browser has brought a document to its anchor or reading place, and somebody may have gone on from there. The anchor of
    // an address with a route, such as "/#/#about", it does not know.
    const isForRouter = isFromDocument && hash !== "" && window.location.hash !== hash && window.scrollY === 0;
    if (!before && !isForRouter && (isFromDocument || showReadingPlace())) return;
    if (hash) return arriveAtAnchor(hash, isNewPage);
    if (!before) return;
    // Filters written to the URL are not link presses.
    const isPressedAgain = before.search === search && !isBackOrForward && !isTyping();
    const isOtherView = !isNewPage && before.title !== document.title;
    if (isOtherView) setAnnouncement(document.title);
    // The pressed link went with its view.
    if (isOtherView && document.activeElement === document.body) focusPage();
    if (!isNewPage && !isPressedAgain) return;
    showTop();
    focusPage();
    setAnnouncement(document.title);
  }, [pathname, search, hash, key]);

  return (
    <p className="sr-only" role="status">
      {announcement}
    </p>
  );
}

/** Late fonts and images move the anchor: scroll again after they load. */
function arriveAtAnchor(hash: string, isNewPage: boolean): (() => void) | undefined {
  if (!isNewPage) {
    showAnchor(hash, prefersReducedMotion() ? "instant" : "smooth");
    return;
  }
  if (!showAnchor(hash)) return;
  const settled = new AbortController();
  void document.fonts.ready.then(() => settled.signal.aborted || showAnchor(hash));
  for (const sign of ["wheel", "touchstart", "keydown", "pointerdown"]) {
    window.addEventListener(sign, () => settled.abort(), { signal: settled.signal, passive: true });
  }
  return () => settled.abort();
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
