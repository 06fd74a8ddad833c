import { sql } from "kysely";
import type { AsOwner } from "../../platform/db/types.ts";

/** Bounds the rows that repeated sign-ins can create. */
const maximumSessions = 50;

export async function capSessions(asOwner: AsOwner, userId: string): Promise<void> {
  await asOwner(null, async (tx, effects) => {
    const { rows } = await sql`
      delete from auth.sessions
       where id in (select id from auth.sessions where user_id = ${userId}
                     order by updated_at desc, id desc offset ${maximumSessions})
       returning id`.execute(tx);
    for (const _row of rows) effects.audit("session_ended", userId, { reason: "too_many_sessions" });
  });
}
