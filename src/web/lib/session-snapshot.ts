import type { Session } from "#shared/session.ts";

/** What is kept in the browser between visits: no secret, only what the header needs to paint at once. */
export interface SessionSnapshot {
  session: Session | null;
  has_ended: boolean;
}

export const snapshotText = (snapshot: SessionSnapshot): string => JSON.stringify(snapshot);

/** @returns undefined for what was never kept, or cannot be read. */
export function parseSnapshot(text: string | null): SessionSnapshot | undefined {
  try {
    const found = JSON.parse(text ?? "") as SessionSnapshot;
    return found.session === null || isSession(found.session) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** As far as anything could break on it: another version of the site may have kept it, or its visitor changed it. */
const isSession = ({ expires_at, user }: Session): boolean =>
  typeof expires_at === "number" && typeof user.id === "string" && typeof user.email === "string";
