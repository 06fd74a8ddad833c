import { isIP } from "node:net";
import type { Database } from "../../platform/db/connect.ts";
import type { CurrentSession } from "../sessions/session-types.ts";
import { deviceName } from "./device-name.ts";

/** Where somebody is signed in, the last used first; without the tokens, which are the cookies' secret. */
export async function listSessions(db: Database, { id: currentId, userId }: CurrentSession, now: Date) {
  const sessions = await db
    .selectFrom("auth.sessions")
    .select(["id", "user_agent", "ip_address", "created_at", "updated_at as last_used_at"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .orderBy("updated_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return sessions.map(({ user_agent, ip_address, ...session }) => ({
    ...session,
    device: deviceName(user_agent),
    ip_address: shortIp(ip_address ?? ""),
    is_current: session.id === currentId,
  }));
}

/** As people write it, since Better Auth keeps every group and zero of an IPv6 address; null for what is none. */
function shortIp(ip: string): string | null {
  const family = isIP(ip);
  if (family === 0) return null;
  return family === 6 ? new URL(`http://[${ip}]`).hostname.slice(1, -1) : ip;
}
