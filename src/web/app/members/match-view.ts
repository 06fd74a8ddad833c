import type { Session } from "#shared/account/session.ts";
import { paths } from "#shared/paths.ts";
import { type Screen, type View, views } from "#web/views.tsx";
import { canEnterMembersArea, isAdmin } from "../session-user.ts";

const mayOpen: Record<View["audience"], (session: Session) => boolean> = {
  person: () => true,
  member: canEnterMembersArea,
  approved: ({ membership_status }) => membership_status === "approved",
  admin: isAdmin,
};

export const viewsFor = <Row extends View>(session: Session, rows: readonly Row[]): Row[] =>
  rows.filter(({ audience }) => mayOpen[audience](session));

/** With those of their screens that the person may open. */
export const openTabs = (session: Session): View[] =>
  viewsFor(session, views).map((tab) => {
    if (!("screens" in tab)) return tab;
    const [first, ...others] = viewsFor(session, tab.screens);
    return first ? { ...tab, screens: [first, ...others] } : tab;
  });

export const viewAddress = (tab: View, screen?: Screen): string =>
  `${paths.members}?${new URLSearchParams({ tab: tab.path, ...(screen && { view: screen.path }) })}`;

interface ViewMatch {
  tab: View;
  /** The tab's or view's component. */
  screen: Screen;
  /** Redirect target for an unknown or forbidden view. */
  correctAddress: string | undefined;
}

/** Where an address that a screen had before leads now; what else the address says stays. Undefined for one that is not old. */
export function movedAddress(search: URLSearchParams): string | undefined {
  const screens = views.flatMap((tab) => ("screens" in tab ? tab.screens : [tab]).map((screen) => ({ tab, screen })));
  const [found] = screens
    .flatMap(({ tab, screen }) => (screen.was ?? []).map((was) => ({ tab, screen, was })))
    .filter(({ was }) => Object.entries(was).every(([name, value]) => search.get(name) === value))
    // The one that says most.
    .toSorted((one, other) => Object.keys(other.was).length - Object.keys(one.was).length);
  if (!found) return undefined;
  const { tab, screen, was } = found;
  const rest = [...search].filter(([name]) => name !== "tab" && name !== "view" && !(name in was));
  const place = { tab: tab.path, ...(screen !== tab && { view: screen.path }) };
  return `${paths.members}?${new URLSearchParams([...Object.entries(place), ...rest])}`;
}

/** Falls back to the first view the person may open. */
export function matchView(search: URLSearchParams, session: Session): ViewMatch {
  const moved = movedAddress(search);
  if (moved) {
    const match = matchView(new URLSearchParams(moved.split("?")[1]), session);
    return { ...match, correctAddress: match.correctAddress ?? moved };
  }
  const named = { tab: search.get("tab"), view: search.get("view") };
  const tab = pick(viewsFor(session, views), named.tab);
  const screen = "screens" in tab ? pick(viewsFor(session, tab.screens), named.view) : tab;
  const isTabRight = named.tab === null || named.tab === tab.path;
  const isViewRight = named.view === null || (screen !== tab && named.view === screen.path);
  const address = named.tab === tab.path ? viewAddress(tab) : paths.members;
  return { tab, screen, correctAddress: isTabRight && isViewRight ? undefined : address };
}

function pick<Row extends View>(rows: Row[], path: string | null): Row {
  const row = rows.find((candidate) => candidate.path === path) ?? rows[0];
  if (!row) throw new Error("A tab has no screen that this person may open.");
  return row;
}
