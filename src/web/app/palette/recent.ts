import { currentSession, onSessionChange } from "#web/lib/session.ts";
import type { Entry } from "./entries.ts";

const mostKept = 5;
const prefix = "palette-recent-";

/** Of one person, until the tab is closed. */
const keyOf = (userId: string) => `${prefix}${userId}`;

export function readRecent(userId: string): Entry[] {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? "[]");
  } catch {
    return [];
  }
}

export function keepRecent(userId: string, entry: Entry): void {
  const others = readRecent(userId).filter(({ to }) => to !== entry.to);
  sessionStorage.setItem(keyOf(userId), JSON.stringify([entry, ...others].slice(0, mostKept)));
}

/** Names of records outlast no session. */
onSessionChange(() => {
  const userId = currentSession().session?.user.id;
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(prefix) && key !== `${prefix}${userId}`) sessionStorage.removeItem(key);
});
