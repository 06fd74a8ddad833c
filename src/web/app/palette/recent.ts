import type { Session } from "#shared/account/session.ts";
import { currentSession, onSessionChange } from "#web/lib/session.ts";
import type { Entry } from "./find.ts";

const mostKept = 5;
const prefix = "palette-recent-";

/** Of one person with the rights that they have, until the tab is closed. */
const keyOf = ({ user, role, membership_status }: Session) => `${prefix}${user.id}-${role}-${membership_status}`;

export function readRecent(session: Session): Entry[] {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(session)) ?? "[]");
  } catch {
    return [];
  }
}

export function keepRecent(session: Session, entry: Entry): void {
  if (entry.isPassing) return;
  const { words: _, ...kept } = entry;
  const others = readRecent(session).filter(({ to }) => to !== entry.to);
  sessionStorage.setItem(keyOf(session), JSON.stringify([kept, ...others].slice(0, mostKept)));
}

/** Names of records outlast neither the session nor the right to read them. */
onSessionChange(() => {
  const { session } = currentSession();
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(prefix) && (!session || key !== keyOf(session))) sessionStorage.removeItem(key);
});
