import { useEffect } from "react";
import { useLocation, useNavigationType, useSearchParams } from "react-router";
import type { Session } from "#shared/account/session.ts";
import { closedMessages } from "#shared/membership-requests/membership-messages.ts";
import { Page } from "#web/lib/lazy-page.tsx";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { ViewBoundary } from "#web/lib/view-boundary.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { focusPage } from "#web/ui/page-focus.ts";
import type { Screen, View } from "#web/views.tsx";
import { ClosedAreaHead } from "./area-head.tsx";
import { matchView, titleOf } from "./match-view.ts";
import { MembersArea, Screens, screenItems } from "./members-area.tsx";
import { MembersOnly } from "./members-only.tsx";

export function MembersPage() {
  const [search] = useSearchParams();
  const { hash } = useLocation();
  useWayBack();
  return (
    <MembersOnly
      whenClosed={(session) => {
        const { tab, screen } = matchView(search, session, hash);
        const isNamed = search.get("tab") === tab.path;
        return isNamed && <ClosedArea session={session} tab={tab} screen={screen} />;
      }}
    >
      {(session) => <MembersArea session={session} />}
    </MembersOnly>
  );
}

/** The account stays accessible when the members area is closed. */
function ClosedArea({ session, tab, screen }: { session: Session; tab: View; screen: Screen }) {
  usePageMeta(titleOf(tab, screen), "How you sign in, and where you are signed in.");
  return (
    <div className="wrap desk">
      <ClosedAreaHead session={session} />
      <Notice tone="warning" title={`${closedMessages[session.membership_end ?? "rejected"].title}.`} className="mb-6">
        {session.membership_end === "suspended"
          ? "The members area is closed to you, but your account stays yours to look after."
          : "The members area is closed to you. Your account is deleted within three months of that: until then, Your data has what you may want to keep."}
      </Notice>
      <Screens tab={tab} items={screenItems(session, tab, screen, (row) => row.isHidden !== undefined)}>
        <ViewBoundary name={screen.path}>
          <Page page={screen.component} session={session} />
        </ViewBoundary>
      </Screens>
    </div>
  );
}

/** By address the link that was pressed there last. */
const leadingOn = new Map<string, string>();
let isBackLink = false;

/**
 * Back at a list, by the browser or by the link above a record, the focus is on the link that led to the record: it went with the
 * record's page. Before the focus of the route, which leaves it there.
 */
function useWayBack(): void {
  const { search, key } = useLocation();
  const isBackOrForward = useNavigationType() === "POP";

  useEffect(() => {
    const note = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest("main a[href]") : null;
      isBackLink = link?.closest(".back-link") != null;
      if (link && !isBackLink) leadingOn.set(search, link.getAttribute("href") ?? "");
    };
    // Before the router answers the press with another address.
    document.addEventListener("click", note, true);
    return () => document.removeEventListener("click", note, true);
  }, [search]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address that is arrived at
  useEffect(() => {
    const link = leadingOn.get(search);
    // The page that was left had it, or the main region while that page was loading.
    const isFree = document.activeElement?.matches("body, main") ?? true;
    if (link && (isBackOrForward || isBackLink) && isFree) return focusAgain(link);
  }, [search, key]);
}

/** The page's heading has the focus until the list has loaded, or somebody goes on. */
function focusAgain(href: string): (() => void) | undefined {
  const main = document.querySelector("main");
  if (!main || focusLink(main, href)) return;
  focusPage();
  const ended = new AbortController();
  const { signal } = ended;
  const observer = new MutationObserver(() => focusLink(main, href) && ended.abort());
  signal.addEventListener("abort", () => observer.disconnect());
  for (const sign of ["wheel", "touchstart", "keydown", "pointerdown"])
    window.addEventListener(sign, () => ended.abort(), { signal, passive: true });
  observer.observe(main, { childList: true, subtree: true });
  return () => ended.abort();
}

/** A hidden link takes no focus. */
const focusLink = (main: HTMLElement, href: string): boolean =>
  [...main.querySelectorAll<HTMLElement>("a[href]")].some((link) => {
    if (link.getAttribute("href") !== href) return false;
    link.focus();
    return document.activeElement === link;
  });
