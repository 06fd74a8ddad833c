import type { Session } from "#shared/session.ts";

/** Kept between visits: what header, greeting and members area need to paint at once, and no secret. */
interface KeptSnapshot {
  session: KeptSession | null;
  has_ended: boolean;
}

interface Snapshot {
  session: Session | null;
  has_ended: boolean;
}

type KeptSession = Pick<Session, "expires_at" | "role" | "membership_status" | "membership_end"> & {
  user: Pick<Session["user"], "id" | "email"> & { user_metadata: { full_name: string | null } };
};

export function snapshotText(session: Session | null, has_ended: boolean): string {
  return JSON.stringify({ session: session && reduce(session), has_ended } satisfies KeptSnapshot);
}

function reduce({ expires_at, role, membership_status, membership_end, user }: Session): KeptSession {
  const { id, email, user_metadata } = user;
  const full_name = user_metadata.full_name ?? user_metadata.name;
  return { expires_at, role, membership_status, membership_end, user: { id, email, user_metadata: { full_name } } };
}

/**
 * @param known fills in what is not kept, if it is the same person's; else placeholders do.
 * @returns undefined for what was never kept, or cannot be read.
 */
export function parseSnapshot(text: string | null, known?: Session | null): Snapshot | undefined {
  try {
    const { session, has_ended } = JSON.parse(text ?? "") as KeptSnapshot;
    if (session === null) return { session, has_ended };
    return isKeptSession(session) ? { session: complete(session, known), has_ended } : undefined;
  } catch {
    return undefined;
  }
}

function complete({ user, ...session }: KeptSession, known?: Session | null): Session {
  const rest = known?.user.id === user.id ? known : placeholders;
  const user_metadata = { ...rest.user.user_metadata, ...user.user_metadata };
  return { ...rest, ...session, user: { ...rest.user, ...user, user_metadata } };
}

const placeholders = {
  expires_in: 0,
  token_type: "cookie" as const,
  user: { email_verified: true, identities: [], factors: [], user_metadata: { name: null, avatar_url: null } },
};

/** As far as anything could break on it: another version of the site may have kept it, or its visitor changed it. */
const isKeptSession = ({ expires_at, user }: KeptSession): boolean =>
  typeof expires_at === "number" && typeof user.id === "string" && typeof user.email === "string";
