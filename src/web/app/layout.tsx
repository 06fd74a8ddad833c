import {
  type Ref,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { flushSync } from "react-dom";
import { Outlet, useLocation, useMatch, useNavigationType } from "react-router";
import { paths } from "#shared/paths.ts";
import { confirmSignInWith } from "#web/lib/api.ts";
import { ErrorBoundary } from "#web/lib/error-boundary.tsx";
import { NoScript, useIsHydrating } from "#web/lib/hydration.tsx";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { showReadingPlace } from "#web/lib/reading-place.ts";
import { useCurrentUserId, useSession, useSignOut } from "#web/lib/session.ts";
import { useFreshSiteData } from "#web/lib/site-data.tsx";
import { useClub } from "#web/lib/use-club.ts";
import { Button, IconButton, Spinner } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { ChevronRight, X } from "#web/ui/icons.generated.ts";
import { LinkButton } from "#web/ui/link.tsx";
import { focusPage, isTyping, prefersReducedMotion, showAnchor, showTop } from "#web/ui/page-focus.ts";
import { RouteLink } from "#web/ui/route-link.tsx";
import { Toaster } from "#web/ui/toaster.tsx";
import { useBackCloses } from "#web/ui/use-back-closes.ts";
import { useOnline } from "#web/ui/use-online.ts";
import { Footer, Logo } from "./footer.tsx";
import { mainLinks, NavLink } from "./nav-link.tsx";
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

const confirmDialog = lazyPage(() => import("./confirm-sign-in-dialog.tsx").then((file) => file.ConfirmSignInDialog));

/** Asks, when the server wants to know again who is there, and sends what was to be done once more. */
function ConfirmSignIn() {
  const [answer, setAnswer] = useState<{ with: (isConfirmed: boolean) => void }>();
  useEffect(() => {
    confirmSignInWith(
      () =>
        new Promise((resolve) => {
          setAnswer({ with: resolve });
        }),
    );
    return () => confirmSignInWith(undefined);
  }, []);
  if (!answer) return null;
  const close = (isConfirmed: boolean) => {
    setAnswer(undefined);
    answer.with(isConfirmed);
  };
  return <Page page={confirmDialog} onClose={close} />;
}

declare global {
  interface Window {
    /** Buttons pressed before React listened, as `boot.ts` notes them. */
    earlyPresses?: HTMLButtonElement[];
  }
}

/**
 * React hydrates a field with what was typed into it before, and tells no handler. To be called before anything can
 * render the field again without it.
 */
function replayEarlyInput(root: ParentNode): void {
  const changed = [...root.querySelectorAll<TrackedField>("input, textarea")]
    .filter((field) => (isRadio(field) ? field.checked && !field.defaultChecked : field.value !== field.defaultValue))
    .map((field) => ({ field, value: field.value }));
  // Each is rendered before the next, whose handler may build on it.
  for (const { field, value } of changed) {
    flushSync(() => (isRadio(field) ? replayChoice(field) : replayText(field, value)));
  }
  for (const button of window.earlyPresses?.splice(0) ?? []) button.click();
}

/** React passes over events of a field that still holds what it last saw in it. */
type TrackedField = (HTMLInputElement | HTMLTextAreaElement) & {
  _valueTracker?: { setValue: (value: string) => void };
};

const isRadio = (field: TrackedField): field is HTMLInputElement & TrackedField => field.type === "radio";

function replayChoice(radio: TrackedField): void {
  radio._valueTracker?.setValue("false");
  radio.click();
}

function replayText(field: TrackedField, value: string): void {
  // Another field's handler may have rendered this one. Not set otherwise, which would move the caret.
  if (field.value !== value) Reflect.set(Object.getPrototypeOf(field), "value", value, field);
  field._valueTracker?.setValue(field.defaultValue);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

interface MobileMenuProps {
  ref: Ref<HTMLDialogElement>;
  id: string;
  /** Behind sign-in. */
  isCompact: boolean;
}

/** A modal dialog: focus trap, Escape and inert page. */
function MobileMenu({ ref, id, isCompact }: MobileMenuProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { status } = useSession();
  const { key } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const close = () => dialog.current?.close();
  useBackCloses(isOpen, close);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of address closes the menu
  useEffect(() => close, [key]);
  useEffect(() => closeOnWideScreens(() => dialog.current?.close()), []);
  // React does not listen for a dialog's toggle where it takes over the server's page, on which a menu may be open already.
  useEffect(() => {
    const element = dialog.current;
    const follow = () => setOpen(element?.open ?? false);
    follow();
    element?.addEventListener("toggle", follow);
    return () => element?.removeEventListener("toggle", follow);
  }, []);

  const keep = (element: HTMLDialogElement | null) => {
    dialog.current = element;
    if (typeof ref === "function") ref(element);
    else if (ref) ref.current = element;
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press on the veil is an extra; the keyboard has Escape
    <dialog className="mobile-menu" id={id} ref={keep} aria-label="Menu" onClick={(event) => isVeil(event) && close()}>
      <div className="mobile-menu-head">
        <Logo />
        <div className="menu-person" />
        <IconButton label="Close menu" onClick={close}>
          <X />
        </IconButton>
      </div>
      <div className="menu-search" />
      <div className="menu-places" />
      <nav className="menu-public mt-3" aria-label="Menu">
        <ul>
          {mainLinks.map(({ label, to }) => (
            <li key={to}>
              <NavLink to={to} replace onClick={close}>
                {label}
                <ChevronRight />
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mobile-menu-foot">
        {status !== "signed-in" && (
          <LinkButton to={paths.membership} variant={isCompact ? "outline" : "primary"} isFull>
            Join Now
          </LinkButton>
        )}
        <AuthButtons isFull />
      </div>
    </dialog>
  );
}

/** The dialog element itself is the backdrop. */
const isVeil = (event: { target: EventTarget; currentTarget: HTMLElement; clientX: number }): boolean =>
  event.target === event.currentTarget && event.clientX < event.currentTarget.getBoundingClientRect().left;

function closeOnWideScreens(close: () => void): () => void {
  const wide = window.matchMedia("(width >= 67.5rem)");
  wide.addEventListener("change", close);
  return () => wide.removeEventListener("change", close);
}

interface AuthButtonsProps {
  isSmall?: boolean;
  isFull?: boolean;
}

/** Renders nothing until the session is known. */
function AuthButtons(look: AuthButtonsProps) {
  const { status } = useSession();
  const leave = useSignOut();
  if (status === "loading") return null;
  if (status === "signed-out") {
    return (
      <LinkButton to={paths.login} variant="outline" {...look}>
        Member Zone
      </LinkButton>
    );
  }
  return (
    <>
      <LinkButton to={paths.members} variant={look.isFull ? "outline" : "ghost"} {...look}>
        Members
      </LinkButton>
      <Button variant="outline" onClick={leave} {...look}>
        Log out
      </Button>
    </>
  );
}
