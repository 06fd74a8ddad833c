import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect } from "react";
import { Navigate, useLocation, useSearchParams } from "react-router";
import type { Session } from "#shared/account/session.ts";
import { groupBy } from "#shared/group-by.ts";
import { paths } from "#shared/paths.ts";
import type { Club } from "#shared/settings/settings.ts";
import type { WaitingCounts } from "#shared/waiting-counts/waiting-counts.ts";
import { useWaitingCounts } from "#web/features/waiting-counts/use-waiting-counts.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { onLinkIntent } from "#web/lib/link-intent.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { useIsSnapshot } from "#web/lib/session.ts";
import { useClub } from "#web/lib/use-club.ts";
import { ViewBoundary } from "#web/lib/view-boundary.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SubTabs, type TabItem, Tabs } from "#web/ui/tabs.tsx";
import { type Screen, type View, viewGroups, views } from "#web/views.tsx";
import { AreaHead, type MenuGroup, MenuPlaces } from "./area-head.tsx";
import { matchView, openTabs, titleOf, viewAddress, viewsFor } from "./match-view.ts";

export function MembersArea({ session }: { session: Session }) {
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const { tab, screen, correctAddress } = matchView(search, session, hash);
  const counts = useWaitingCounts();
  const club = useClub();
  const areRightsKnown = useAreRightsKnown(session);
  usePrefetch(session, screen, search);
  usePageMeta(titleOf(tab, screen), "The members area: investments, the member directory and events.");
  // The account has no tab.
  const tabs = viewsFor(session, views).filter(({ audience }) => audience !== "person");
  const items = screenItems(session, tab, screen, (row) => row.isHidden?.(club, counts) ?? false, counts);
  return (
    <div className={classNames("wrap desk", screen.isRecord?.(search) && "is-record")}>
      {correctAddress && areRightsKnown && <Navigate to={correctAddress} replace />}
      <Suspense>
        <Page page={bell} />
      </Suspense>
      <Suspense>
        <Page page={paletteOpener} session={session} tabs={openTabs(session)} addressOf={viewAddress} counts={counts} />
      </Suspense>
      <MenuPlaces groups={menuGroups(session, screen, club, counts)} />
      <AreaHead session={session} hasGreeting={screen.hasGreeting} isAccount={tab.audience === "person"} />
      {session.membership_status === "pending" && (
        <Notice tone="warning" title="Your membership is waiting for approval." className="mb-3">
          An admin still has to approve it. Until then you can look around, keep holdings of your own, and submit a
          profile, which you edit once an admin has approved it.
        </Notice>
      )}
      {session.membership_status === "pending" &&
        !session.user.user_metadata.full_name &&
        tab.audience !== "person" && (
          <Suspense>
            <Page page={askName} session={session} />
          </Suspense>
        )}
      <Tabs label="Members area" items={tabs.map((row) => tabItem(row, viewAddress(row), row === tab, counts))} />
      <Screens tab={tab} items={items}>
        <ViewBoundary name={`${tab.path} ${screen.path}`} isBelowHeading={screen.hasGreeting}>
          <Page page={screen.component} session={session} />
        </ViewBoundary>
      </Screens>
    </div>
  );
}

/** In the bar above, which is loaded before it is known whether there is somebody to tell. */
const bell = lazyPage(() => import("#web/features/notices/bell.tsx").then((file) => file.Bell));

/** The bar above shows the opener. It is told what to list: importing the table would put that into a file of its own. */
const paletteOpener = lazyPage(() => import("../palette/palette-opener.tsx").then((file) => file.PaletteOpener));

/** The menu lists the busiest of the admins' places. */
const inMenu = ["today", "enquiries", "deals", "money", "requests"];

function menuGroups(session: Session, screen: Screen, club: Club, counts: WaitingCounts | undefined): MenuGroup[] {
  const tabs = viewsFor(session, views);
  const screensOf = (path: string) =>
    tabs
      .filter((tab) => tab.path === path)
      .flatMap((tab) =>
        "screens" in tab
          ? viewsFor(session, tab.screens)
              .filter((row) => !row.isHidden?.(club, counts))
              .map((row) => ({ row, item: tabItem(row, viewAddress(tab, row), row === screen, counts) }))
          : [],
      );
  const admin = screensOf("admin");
  const others = tabs.filter(({ path }) => path !== "admin" && path !== "investments");
  return [
    {
      label: "Admin",
      items: admin.filter(({ row }) => inMenu.includes(row.path)).map(({ item }) => item),
      more: { label: "All admin places", items: otherPlaces(admin.filter(({ row }) => !inMenu.includes(row.path))) },
    },
    { label: "Investments", items: screensOf("investments").map(({ item }) => item) },
    { label: "Club", items: others.map((tab) => tabItem(tab, viewAddress(tab), false, counts)) },
  ].filter(({ items }) => items.length > 0);
}

/** A place with parts is one entry, which leads to the first of them and counts them all. */
function otherPlaces(screens: readonly { row: Screen; item: TabItem }[]): TabItem[] {
  const parts = groupBy(screens, ({ row }) => row.place ?? row.path);
  return [...parts.values()].flatMap((all) => {
    const [first] = all;
    if (!first) return [];
    const { row, item } = first;
    if (!row.place) return [item];
    return [
      {
        to: item.to,
        label: row.place,
        isCurrent: all.some((part) => part.item.isCurrent),
        count: all.reduce((sum, part) => sum + (part.item.isForOthers ? 0 : (part.item.count ?? 0)), 0),
      },
    ];
  });
}

const askName = lazyPage(() => import("#web/features/account/ask-name.tsx").then((file) => file.AskName));

export const sideList = lazyPage(() => import("#web/ui/side-list.tsx").then((file) => file.SideList));

/** Returns the screens of the tab that are listed beside the screen; none beside one that is alone. */
export function screenItems(
  session: Session,
  tab: View,
  screen: Screen,
  isHidden: (row: Screen) => boolean,
  counts?: WaitingCounts,
): ScreensProps["items"] {
  if (!("screens" in tab) || screen.isAlone) return [];
  return viewsFor(session, tab.screens)
    .filter((row) => !row.isAlone && (row === screen || !isHidden(row)))
    .map((row) => ({
      ...tabItem(row, viewAddress(tab, row), row === screen, counts),
      group: row.group,
      place: row.place,
      summary: row.summary,
      isDanger: row.isDanger,
      isWideOnly: row.isWideOnly,
    }));
}

interface ScreensProps {
  tab: View;
  items: (TabItem & Pick<Screen, "group" | "place" | "summary" | "isDanger">)[];
  children: ReactNode;
}

/** Screens with groups have a side list; others sub-tabs. */
export function Screens({ tab, items, children }: ScreensProps) {
  const [search] = useSearchParams();
  const { label } = tab;
  if (items.some(({ group }) => group)) {
    const home = "screens" in tab && tab.isListOnPhones ? viewAddress(tab) : undefined;
    return (
      <div className={classNames("side-room", home && !search.has("view") && "is-list-on-phones")}>
        <div className="side-columns">
          <Suspense fallback={<div className="side-place" />}>
            <Page page={sideList} label={label} groups={viewGroups} items={items} home={home} />
          </Suspense>
          <div className="side-main">{children}</div>
        </div>
      </div>
    );
  }
  const hasChoice = items.length > 1;
  return (
    <>
      {hasChoice && <SubTabs label={label} items={items} />}
      <div className={hasChoice ? undefined : "pt-4"}>{children}</div>
    </>
  );
}

const tabItem = (row: View, to: string, isCurrent: boolean, counts?: WaitingCounts): TabItem => ({
  to,
  label: row.label,
  isCurrent,
  count: row.count && counts?.[row.count],
  isForOthers: row.isForOthers,
});

/** Returns false for a stored snapshot, and while an approved member's role is unknown. */
function useAreRightsKnown({ role, membership_status }: Session): boolean {
  const isSnapshot = useIsSnapshot();
  return !isSnapshot && (role !== null || membership_status !== "approved");
}

/** Prefetches what the screen shows, and other screens with their files on link intent. */
function usePrefetch(session: Session, screen: Screen, search: URLSearchParams): void {
  const client = useQueryClient();
  // A filter or a record in the address makes it ask for something else.
  const isBare = [...search.keys()].every((name) => name === "tab" || name === "view");
  useEffect(() => {
    if (isBare) prefetchScreen(client, screen);
  }, [client, screen, isBare]);
  useEffect(
    () =>
      onLinkIntent(({ pathname, searchParams }) => {
        if (pathname === paths.members) prefetchScreen(client, matchView(searchParams, session).screen);
      }),
    [client, session],
  );
}

/** Errors are reported when the screen is shown. */
function prefetchScreen(client: QueryClient, { component, overlay, prefetch = [] }: Screen): void {
  for (const file of [component, overlay]) file?.load().catch(() => {});
  for (const query of prefetch) void query(client);
}
