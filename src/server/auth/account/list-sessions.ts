import { isIP } from "node:net";
import type { Database } from "../../platform/db/connect.ts";
import type { CurrentSession } from "../sessions/session-types.ts";
import { deviceName } from "./device-name.ts";

/** Last used first; without the tokens. */
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

/** Better Auth stores IPv6 uncompressed. Null for an invalid address. */
function shortIp(ip: string): string | null {
  const family = isIP(ip);
  if (family === 0) return null;
  return family === 6 ? new URL(`http://[${ip}]`).hostname.slice(1, -1) : ip;
}
