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

export const viewsFor = <Row extends Pick<View, "audience">>(session: Session, rows: readonly Row[]): Row[] =>
  rows.filter(({ audience }) => mayOpen[audience](session));

export const openTabs = (session: Session): View[] =>
  viewsFor(session, views).map((tab) => {
    if (!("screens" in tab)) return tab;
    const [first, ...others] = viewsFor(session, tab.screens);
    return first ? { ...tab, screens: [first, ...others] } : tab;
  });

export const viewAddress = (tab: View, screen?: Screen): string =>
  `${paths.members}?${new URLSearchParams({ tab: tab.path, ...(screen && { view: screen.path }) })}`;

/** Returns the title of the document: no two screens share one. */
export function titleOf(tab: View, { label: shown, title: label = shown, place }: Screen): string {
  const above = place ?? (tab.audience === "person" ? tab.label : label);
  return above === label ? label : `${label}, ${above}`;
}

interface ViewMatch {
  tab: View;
  /** The tab's or view's component. */
  screen: Screen;
  /** Redirect target for an unknown or forbidden view. */
  correctAddress: string | undefined;
}

/** Falls back to the first view the person may open. @param hash of the address, with its #. */
export function matchView(search: URLSearchParams, session: Session, hash = ""): ViewMatch {
  const moved = findMoved(search, session, hash);
  if (moved) return moved;
  const named = { tab: search.get("tab"), view: search.get("view") };
  const tab = pick(viewsFor(session, views), named.tab);
  const screen = "screens" in tab ? pick(viewsFor(session, tab.screens), named.view) : tab;
  const isTabRight = named.tab === null || named.tab === tab.path;
  const isViewRight = named.view === null || (screen !== tab && named.view === screen.path);
  const address = named.tab === tab.path ? viewAddress(tab) : paths.members;
  return { tab, screen, correctAddress: isTabRight && isViewRight ? undefined : address };
}

/** For an address that a screen had: the screen, and where it is now. */
function findMoved(search: URLSearchParams, session: Session, hash: string): ViewMatch | undefined {
  const places = viewsFor(session, views).flatMap((tab) =>
    ("screens" in tab ? viewsFor(session, tab.screens) : [tab]).map((screen) => ({ tab, screen })),
  );
  const [found] = places
    .flatMap(({ tab, screen }) => (screen.was ?? []).map((was) => ({ tab, screen, ...readAddress(was) })))
    .filter((old) => old.hash === "" || old.hash === hash)
    .filter((old) => old.named.every(([name, value]) => search.get(name) === value))
    .toSorted((one, other) => other.weight - one.weight);
  if (!found) return undefined;
  const { tab, screen, named } = found;
  const isThere = search.get("tab") === tab.path && (screen === tab || search.get("view") === screen.path);
  if (isThere) return undefined;
  const rest = new URLSearchParams(search);
  for (const name of ["tab", "view", ...named.map(([name]) => name)]) rest.delete(name);
  const address = viewAddress(tab, screen === tab ? undefined : screen);
  return { tab, screen, correctAddress: `${[address, ...(rest.size > 0 ? [rest] : [])].join("&")}${hash}` };
}

function readAddress(address: string) {
  const [query = "", anchor] = address.split("#");
  const named = [...new URLSearchParams(query)];
  return { named, hash: anchor ? `#${anchor}` : "", weight: named.length + (anchor ? 10 : 0) };
}

function pick<Row extends View>(rows: Row[], path: string | null): Row {
  const row = rows.find((candidate) => candidate.path === path) ?? rows[0];
  if (!row) throw new Error("A tab has no screen that this person may open.");
  return row;
}
